/** All Chinese words: exactly the keys of the English ones. */
import type { Key, Words } from ".";
import { cache } from "./zh/cache";
import { comments } from "./zh/comments";
import { compare } from "./zh/compare";
import { costs } from "./zh/costs";
import { errors } from "./zh/errors";
import { exporting } from "./zh/export";
import { inspect } from "./zh/inspect";
import { masks } from "./zh/masks";
import { measured } from "./zh/measured";
import { output } from "./zh/output";
import { page } from "./zh/page";
import { positions } from "./zh/positions";
import { run } from "./zh/run";
import { train } from "./zh/train";
import { structure } from "./zh/structure";
import { studies } from "./zh/studies";
import { views } from "./zh/views";

export const zh: Readonly<Record<Key, Words>> = { ...page, ...positions, ...run, ...errors, ...inspect, ...views, ...output, ...masks, ...compare, ...train, ...studies, ...comments, ...costs, ...cache, ...measured, ...structure, ...exporting };
