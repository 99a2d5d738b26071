/** Every answer that the page gets comes through here: from the server, or from the file that it stands in. */
import { held, heldAnswer } from "./held";
import { token, where } from "./where";

/** Raises when there is no answer. */
export async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  if (held) return heldAnswer(held, path, typeof init.body === "string" ? init.body : undefined);
  // A frame has no cookies: it shows its link at each request.
  if (where === "embed") return fetch(path, { ...init, credentials: "omit", headers: { ...init.headers, "X-Share-Token": token } });
  return fetch(path, { credentials: "same-origin", ...init });
}
