/** Numbers as the page writes them: a true minus sign, no more digits than were measured. */

const MINUS = "−";
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export const minus = (words: string): string => words.replace("-", MINUS);

const raised = (n: number): string =>
  String(n).replace("-", "⁻").replace(/\d/g, (digit) => SUPERSCRIPT[Number(digit)] ?? digit);

/** A weight in [0, 1]: 0.565; below 0.0005 as 3.3×10⁻⁵, since 0.000 would read as none at all. */
export function weight(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  if (Math.abs(value) >= 5e-4) return minus(value.toFixed(3));
  const [digits = "0", exponent = "0"] = value.toExponential(1).split("e");
  return `${minus(digits)}×10${raised(Number(exponent))}`;
}

/** With its sign always: +4.219, −0.261, +0. */
export function signed(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return value < 0 ? `${MINUS}∞` : value > 0 ? "+∞" : "–";
  if (value === 0) return "+0";
  return `${value < 0 ? MINUS : "+"}${Math.abs(value).toFixed(digits)}`;
}

export const fixed = (value: number, digits: number): string =>
  Number.isFinite(value) ? minus(value.toFixed(digits)) : "–";

const thousands = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });

export const whole = (value: number): string => thousands.format(value);

/** 1,234 bytes are 1.2 KiB. */
export function bytes(value: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit] ?? ""}`;
}

/** 0.42 ms, 105 ms, 1.4 s, 2 min 5 s. */
export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** 134,515,008 is 135 M. */
export function amount(value: number): string {
  const units: readonly [number, string][] = [[1e12, " T"], [1e9, " G"], [1e6, " M"], [1e3, " k"]];
  const found = units.find(([size]) => value >= size);
  return found ? `${Number((value / found[0]).toPrecision(3))}${found[1]}` : String(value);
}

/** 1st, 2nd, 3rd, 4th, 11th. */
export function ordinal(n: number): string {
  const tens = n % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}
