import { decode, encode } from "@msgpack/msgpack";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { heldAnswer, unpacked } from "./held";

const RUN = "/api/runs/r";
const array = (shape: readonly number[], values: readonly number[]) => ({
  shape, dtype: "float32", data: new Uint8Array(new Float32Array(values).buffer),
});
/** Two queries on two keys; the first sees itself alone. */
const CELLS = {
  weight: array([2, 2], [1, NaN, 0.25, 0.75]), score: array([2, 2], [2, 9, 1, 2.5]), dot: array([2, 2], [4, 18, 2, 5]), bias: null,
  rank: array([2, 2], [1, 0, 2, 1]), lse: array([2], [2, 2.5]), row_entropy: array([2], [0, 0.5]), visible_keys: array([2], [1, 2]),
  sink_share: null, scale: 0.5, softcap: null, kv_head: 1,
};
const held = {
  answers: {
    "/api/models": new TextEncoder().encode('{"models":[]}'),
    '/api/costs {"model":"m"}': new TextEncoder().encode('{"figures":[1]}'),
    [`${RUN}/cells/decoder/3/1?row=0`]: encode(CELLS),
  },
};

it("what was asked of the server is answered as the server did", async () => {
  expect(await heldAnswer(held, "/api/models").json()).toEqual({ models: [] });
  expect(await heldAnswer(held, "/api/costs", '{"model":"m"}').json()).toEqual({ figures: [1] });
});

it("a row and a cell are told from all cells of their head", async () => {
  const row = decode(new Uint8Array(await heldAnswer(held, `${RUN}/rows/decoder/3/1/1?row=0`).arrayBuffer()));
  expect(row).toEqual(array([2], [0.25, 0.75]));
  expect(await heldAnswer(held, `${RUN}/cells/decoder/3/1/1/0?row=0`).json()).toEqual({
    weight: 0.25, score: 1, dot: 2, scale: 0.5, softcap: null, bias: 0, allowed: true, lse: 2.5, kv_head: 1, row_entropy: 0.5,
    visible_keys: 2, rank: 2, sink_share: null,
  });
});

it("a masked cell has no weight, no score and no rank", async () => {
  const cell: unknown = await heldAnswer(held, `${RUN}/cells/decoder/3/1/0/1?row=0`).json();
  expect(cell).toMatchObject({ weight: null, score: null, rank: null, allowed: false, dot: 18, visible_keys: 1 });
});

it.each([
  [`${RUN}/rows/decoder/3/2/1?row=0`], [`${RUN}/rows/decoder/3/1/1?row=1`], [`${RUN}/rows/decoder/3/1/1?row=0&hide=first`],
  [`${RUN}/tiles/decoder/3/1?row=0&level=0&y=0&x=0`], ["/api/runs/other/cells/decoder/3/1/1/0?row=0"],
])("%s is not there, and nothing is made up", async (path) => {
  const answer = heldAnswer(held, path);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "not_in_file" });
});

it("another question about costs is not answered by the one that was asked", () => {
  expect(heldAnswer(held, "/api/costs", '{"model":"n"}').status).toBe(404);
});

it("a block is read back as it was packed", async () => {
  const said = { version: 1, title: "</script>“王”", answers: { a: new Uint8Array([0, 255]) } };
  expect(await unpacked(gzipSync(encode(said)).toString("base64"))).toEqual(said);
});
