/** All English words, gathered; each file holds those of one part of the page. */
import { cache } from "./en/cache";
import { comments } from "./en/comments";
import { compare } from "./en/compare";
import { costs } from "./en/costs";
import { errors } from "./en/errors";
import { exporting } from "./en/export";
import { inspect } from "./en/inspect";
import { masks } from "./en/masks";
import { measured } from "./en/measured";
import { page } from "./en/page";
import { positions } from "./en/positions";
import { run } from "./en/run";
import { train } from "./en/train";
import { structure } from "./en/structure";
import { studies } from "./en/studies";
import { views } from "./en/views";
import { output } from "./en/output";

export const en = { ...page, ...positions, ...run, ...errors, ...inspect, ...views, ...output, ...masks, ...compare, ...train, ...studies, ...comments, ...costs, ...cache, ...measured, ...structure, ...exporting };
