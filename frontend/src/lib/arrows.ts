/** Moves by key along the axes of a map. */
const ARROWS = new Map<string, readonly [x: number, y: number]>([
  ["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowUp", [0, -1]], ["ArrowDown", [0, 1]],
]);

/** Where an arrow key points: cells to the right, cells down; undefined for every other key. */
export const arrowOf = (key: string): readonly [x: number, y: number] | undefined => ARROWS.get(key);

/** A place held within 0 … count − 1. */
export const within = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));
