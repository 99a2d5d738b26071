/** The steps from q·k to a weight, as rows that add up. */
import type { Cell } from "../protocol/wire";

export type Step =
  | { readonly name: "dot"; readonly value: number }
  | { readonly name: "scale"; readonly value: number }
  | { readonly name: "softcap"; readonly cap: number; readonly value: number }
  | { readonly name: "bias"; readonly value: number }
  | { readonly name: "score"; readonly value: number }
  | { readonly name: "mask"; readonly allowed: boolean }
  | { readonly name: "lse"; readonly value: number }
  | { readonly name: "weight"; readonly exponent: number; readonly value: number };

export function making({ dot, scale, softcap, bias, score, allowed, lse, weight }: Cell): readonly Step[] {
  const scaled = dot * scale;
  const capped = softcap === null ? scaled : softcap * Math.tanh(scaled / softcap);
  const steps: Step[] = [
    { name: "dot", value: dot },
    { name: "scale", value: scale },
  ];
  if (softcap !== null) steps.push({ name: "softcap", cap: softcap, value: capped - scaled });
  if (bias !== 0) steps.push({ name: "bias", value: bias });
  const total = score ?? capped + bias;
  steps.push({ name: "score", value: total }, { name: "mask", allowed });
  if (!allowed || weight === null || lse === null) return steps;
  steps.push({ name: "lse", value: -lse }, { name: "weight", exponent: total - lse, value: weight });
  return steps;
}
