/** Comments as threads, newest first: what is read of them, and what is left out. */
import type { Comment } from "../../protocol/wire";

export interface Thread {
  readonly root: Comment;
  /** Oldest first. */
  readonly replies: readonly Comment[];
}

/** Empty by deletion, or hidden from whoever asks. */
export const isEmpty = (comment: Comment): boolean => comment.deleted || (comment.hidden && comment.text === "");

/** One that is empty stays only while something stands under it. */
export function threadsOf(comments: readonly Comment[]): readonly Thread[] {
  return comments
    .filter(({ reply_to }) => reply_to === null)
    .map((root) => ({ root, replies: comments.filter((one) => one.reply_to === root.id && !isEmpty(one)) }))
    .filter(({ root, replies }) => !isEmpty(root) || replies.length > 0)
    .reverse();
}

/** As many as are read. */
export const countOf = (threads: readonly Thread[]): number =>
  threads.reduce((sum, { root, replies }) => sum + (isEmpty(root) ? 0 : 1) + replies.length, 0);
