/** The snippet that shows a study in a frame of another page. */
import type { Optional } from "../where";

export interface Frame {
  /** The link, as in https://atlas.example/s/TOKEN. */
  readonly url: string;
  readonly title: string;
  /** View and selection, as they stand behind the hash of the address. */
  readonly hash: string;
  readonly hidden: readonly Optional[];
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replace(/[&"<>]/g, (letter) => ESCAPES[letter] ?? letter);

export const frameAddress = ({ url, hash, hidden }: Omit<Frame, "title">): string =>
  `${url.replace("/s/", "/embed/")}${hidden.length > 0 ? `?hide=${hidden.join(",")}` : ""}${hash ? `#${hash}` : ""}`;

/** Scripts and its own site's data are all that the frame is let have; it opens the study itself in a page of its own. */
export const frameOf = (frame: Frame): string =>
  `<iframe src="${escaped(frameAddress(frame))}" title="${escaped(frame.title)}" width="100%" height="560" loading="lazy" referrerpolicy="no-referrer" ` +
  `sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" style="border: 1px solid #c2c2bb"></iframe>`;
