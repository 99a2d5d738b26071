/** Bars beside an axis of the map: one for each token, or for a few tokens where they stand closer than a bar is thick. */
import { type Axis, borderOf, cellSize, visibleCells } from "./viewport";

export interface Bar {
  readonly token: number;
  /** Tokens behind this bar. */
  readonly count: number;
  /** Mean over those tokens that have a value; NaN when none has. */
  readonly value: number;
  /** Pixels along the axis. */
  readonly from: number;
  readonly length: number;
}

const LEAST_LENGTH = 3;

export function bars(values: Float32Array, axis: Axis): readonly Bar[] {
  const step = Math.max(1, Math.ceil(LEAST_LENGTH / cellSize(axis)));
  const [first, end] = visibleCells(axis);
  const found: Bar[] = [];
  // Groups start at multiples of the step, so that panning does not regroup them.
  for (let token = Math.floor(first / step) * step; token < end; token += step) {
    const group = values.subarray(token, token + step).filter((value) => !Number.isNaN(value));
    const last = Math.min(token + step, axis.count);
    found.push({
      token,
      count: last - token,
      value: group.length ? group.reduce((sum, value) => sum + value, 0) / group.length : NaN,
      from: borderOf(axis, token),
      length: (last - token) * cellSize(axis),
    });
  }
  return found;
}
