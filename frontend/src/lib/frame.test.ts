import { describe, expect, test } from "vitest";
import { headFrame, UPRIGHT_GAP } from "./frame";

/** The, trophy, did, … at 12 px. */
const words = [22, 36, 18, 19, 11, 10, 18, 20, 32, 48, 7, 22, 20, 18, 3];
const desk = { width: 892, height: 696, ratio: 1 };

const same = (widths: readonly number[]) => ({ queries: widths, keys: widths });

describe("the Head view's frame", () => {
  test("15 tokens on the desk have cells of whole pixels that hold a number, and nothing scrolls", () => {
    const frame = headFrame(15, 15, same(words), desk);
    expect(frame.cellWidth).toBeGreaterThanOrEqual(34);
    expect(frame.cellHeight).toBeGreaterThanOrEqual(18);
    expect(Number.isInteger(frame.cellWidth) && Number.isInteger(frame.cellHeight)).toBe(true);
    expect(frame.width).toBeLessThanOrEqual(892);
    expect(frame.height).toBeLessThanOrEqual(696);
    expect(frame.turned).toBe(false);
  });

  test("labels that would touch stand upright where a cell is wide enough for a line of text", () => {
    expect(headFrame(27, 27, same(Array<number>(27).fill(40)), desk).turned).toBe(true);
    expect(headFrame(200, 200, same(Array<number>(200).fill(40)), desk).turned).toBe(false);
  });

  test("an upright label is whole unless it is longer than a word", () => {
    const frame = headFrame(15, 15, same(words), { ...desk, width: 720 });
    expect(frame.turned).toBe(true);
    expect(frame.labels - UPRIGHT_GAP).toBeGreaterThanOrEqual(Math.max(...words));
    expect(headFrame(15, 15, same([...words.slice(1), 900]), { ...desk, width: 720 }).labels).toBeLessThan(100);
  });

  test("characters with an index lie level on any screen, to be thinned", () => {
    for (let width = 330; width < 1400; width += 50) expect(headFrame(27, 27, same(Array<number>(27).fill(18)), { ...desk, width }).turned).toBe(false);
  });

  test("C125: the map has the same size after twenty head switches, since it depends on text and room only", () => {
    const sizes = Array.from({ length: 20 }, () => headFrame(27, 27, same(Array<number>(27).fill(30)), desk)).map(({ mapWidth, mapHeight }) => `${mapWidth} ${mapHeight}`);
    expect(new Set(sizes).size).toBe(1);
  });

  test("2,000 tokens fit the room with cells below one pixel", () => {
    const frame = headFrame(2000, 2000, same(Array<number>(2000).fill(90)), desk);
    expect(frame.cellWidth).toBeLessThan(1);
    expect(frame.width).toBeLessThanOrEqual(892);
    expect(frame.height).toBeLessThanOrEqual(696);
    expect(frame.turned).toBe(false);
  });

  test("three tokens do not become three posters", () => {
    const frame = headFrame(3, 3, same([20, 20, 20]), desk);
    expect(frame.cellWidth).toBe(72);
    expect(frame.cellHeight).toBe(36);
  });

  test("on a phone cells are square and the map fits the width", () => {
    const frame = headFrame(15, 15, same(words), { width: 374, height: 500, ratio: 2 });
    expect(frame.narrow).toBe(true);
    expect(frame.cellWidth).toBe(frame.cellHeight);
    expect(frame.width).toBeLessThanOrEqual(374);
  });

  test("a map of cross-attention has the queries' own labels at its left", () => {
    const [long, short] = [Array<number>(15).fill(60), Array<number>(8).fill(12)];
    const cross = headFrame(8, 15, { queries: short, keys: long }, desk);
    expect(headFrame(15, 8, { queries: [90], keys: short }, desk).left).toBeGreaterThan(cross.left);
  });
});
