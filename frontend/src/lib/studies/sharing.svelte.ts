/** The link of a study as the sheet shows it: who may open it, until when, and its address while it is known. */
import type { Link } from "../../protocol/wire";
import type { ErrorBody } from "../../protocol/wire";
import type { Reply } from "../api";
import { studiesApi } from "./api";

export type Who = "me" | "read" | "copy";
export type Expiry = "never" | "day" | "week" | "month" | "kept";

const DAYS: Readonly<Record<"day" | "week" | "month", number>> = { day: 1, week: 7, month: 30 };
const DAY_MS = 24 * 3600 * 1000;
const KEPT = "links";

export const opens = (link: Link, now: number): boolean =>
  link.revoked_at === null && (link.expires_at === null || new Date(link.expires_at).getTime() > now);

export function expiresAt(expiry: Expiry, link: Link | null, now: number): string | null {
  if (expiry === "kept") return link?.expires_at ?? null;
  return expiry === "never" ? null : new Date(now + DAYS[expiry] * DAY_MS).toISOString();
}

/** Tokens are told once; the tab that made one knows it until it is closed. */
function known(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

function remember(link: Link): void {
  if (!link.token) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...known(), [link.id]: link.token }));
  } catch {
    // The link can be copied now, and not again after a reload.
  }
}

export class Sharing {
  /** The link that opens the study now. */
  link = $state.raw<Link | null>(null);
  who = $state<Who>("me");
  comments = $state(false);
  expiry = $state<Expiry>("never");
  problem = $state.raw<ErrorBody | null>(null);

  get url(): string | null {
    const token = this.link && (this.link.token ?? known()[String(this.link.id)]);
    return token ? `${location.origin}/s/${token}` : null;
  }

  async load(study: string): Promise<void> {
    const reply = await studiesApi.links(study);
    if (reply.ok) this.#take(reply.value.links.find((link) => opens(link, Date.now())) ?? null);
    else this.problem = reply.error;
  }

  /** Makes, changes or revokes the link, so that it is as chosen. */
  async keep(study: string): Promise<boolean> {
    const { link, who } = this;
    if (who === "me") return link === null || this.#told(await studiesApi.revoke(study, link.id), null);
    const asked = { may_copy: who === "copy", comments: this.comments, expires_at: expiresAt(this.expiry, link, Date.now()) };
    const reply = await (link ? studiesApi.changeLink(study, link.id, asked) : studiesApi.share(study, asked));
    return this.#told(reply, reply.ok ? reply.value : null);
  }

  /** Another address; the old one opens nothing any more. */
  async renew(study: string): Promise<void> {
    if (!this.link) return;
    const revoked = await studiesApi.revoke(study, this.link.id);
    if (!this.#told(revoked, null)) return;
    const { may_copy, comments, expires_at } = revoked.ok ? revoked.value : { may_copy: false, comments: false, expires_at: null };
    const made = await studiesApi.share(study, { may_copy, comments, expires_at });
    this.#told(made, made.ok ? made.value : null);
  }

  #told(reply: Reply<Link>, link: Link | null): boolean {
    this.problem = reply.ok ? null : reply.error;
    if (reply.ok) this.#take(link);
    return reply.ok;
  }

  #take(link: Link | null): void {
    if (link) remember(link);
    this.link = link;
    this.who = link === null ? "me" : link.may_copy ? "copy" : "read";
    this.comments = link?.comments ?? false;
    this.expiry = link?.expires_at ? "kept" : "never";
  }
}
