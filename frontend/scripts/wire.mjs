// Writes src/protocol/wire.ts from protocol/openapi.json; bytes become Uint8Array, as MessagePack gives them.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const source = new URL("../../protocol/openapi.json", import.meta.url);
const target = new URL("../src/protocol/wire.ts", import.meta.url);

const bytes = ts.factory.createTypeReferenceNode("Uint8Array");
const document = JSON.parse(await readFile(source, "utf8"));
const nodes = await openapiTS(document, {
  immutable: true,
  // Python always sends every field of a reply, defaults included.
  defaultNonNullable: true,
  transform: (schema) => (schema.format === "binary" ? bytes : undefined),
});
const names = Object.keys(document.components.schemas).sort();
const aliases = names.map((name) => `export type ${name} = components["schemas"]["${name}"];`).join("\n");
await writeFile(target, `// Generated from protocol/openapi.json by "make protocol"; do not edit.\n${astToString(nodes)}\n${aliases}\n`);
