// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { Pointers } from "./gestures";

function stage() {
  const told: unknown[] = [];
  const pointers = new Pointers({
    over: (point) => told.push(["over", point && [point.x, point.y]]),
    click: ({ x, y }) => told.push(["click", x, y]),
    drag: (x, y) => told.push(["drag", x, y]),
    pinch: (from, to) => told.push(["pinch", from.map(({ x }) => x), to.map(({ x }) => x)]),
  });
  const event = (type: string, x: number, y: number, id = 1, pointerType = "mouse", button = 0) =>
    ({ type, offsetX: x, offsetY: y, pointerId: id, pointerType, button, currentTarget: null }) as unknown as PointerEvent;
  return { told, pointers, event };
}

describe("pointers on a map", () => {
  test("a mouse hovers, leaves, and a press that hardly moves is a click", () => {
    const { told, pointers, event } = stage();
    pointers.move(event("pointermove", 5, 6));
    pointers.press(event("pointerdown", 10, 10));
    pointers.release(event("pointerup", 10, 10));
    pointers.leave();
    expect(told).toEqual([["over", [5, 6]], ["click", 10, 10], ["over", null]]);
  });

  test("a press that moves is a drag and no click", () => {
    const { told, pointers, event } = stage();
    pointers.press(event("pointerdown", 10, 10));
    pointers.move(event("pointermove", 12, 10));
    pointers.move(event("pointermove", 20, 13));
    pointers.release(event("pointerup", 20, 13));
    expect(told).toEqual([["drag", 8, 3]]);
  });

  test("a finger does not hover, a tap is a click", () => {
    const { told, pointers, event } = stage();
    pointers.move(event("pointermove", 5, 6, 1, "touch"));
    pointers.press(event("pointerdown", 7, 7, 1, "touch"));
    pointers.release(event("pointerup", 7, 7, 1, "touch"));
    expect(told).toEqual([["click", 7, 7]]);
  });

  test("two fingers pinch, and lifting them is no click", () => {
    const { told, pointers, event } = stage();
    pointers.press(event("pointerdown", 100, 50, 1, "touch"));
    pointers.press(event("pointerdown", 200, 50, 2, "touch"));
    pointers.move(event("pointermove", 240, 50, 2, "touch"));
    pointers.release(event("pointerup", 240, 50, 2, "touch"));
    pointers.release(event("pointerup", 100, 50, 1, "touch"));
    expect(told).toEqual([["pinch", [100, 200], [100, 240]]]);
  });

  test("other buttons and a cancelled press do nothing", () => {
    const { told, pointers, event } = stage();
    pointers.press(event("pointerdown", 1, 1, 1, "mouse", 2));
    pointers.release(event("pointerup", 1, 1));
    pointers.press(event("pointerdown", 1, 1));
    pointers.release(event("pointercancel", 1, 1));
    expect(told).toEqual([]);
  });
});
