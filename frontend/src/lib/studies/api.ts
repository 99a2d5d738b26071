/** The server's addresses of studies and accounts. */
import type { Account, Comment, CommentList, Done, Link, LinkChange, LinkList, Moderation, NewComment, NewStudy, Revision, RevisionList, Study, StudyChange, StudyList } from "../../protocol/wire";
import { json, post, send, type Reply } from "../api";

const of = (id: string, rest = ""): string => `/api/studies/${encodeURIComponent(id)}${rest}`;

export interface Asked {
  readonly search?: string;
  readonly tag?: string;
  readonly deleted?: boolean;
  /** Studies before the first one that is told. */
  readonly skip?: number;
}

/** What is left out stays as it is. */
export type Change = Pick<StudyChange, "revision"> & Partial<StudyChange>;

const query = (asked: Asked): string =>
  new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))).toString();

export const studiesApi = {
  list: (asked: Asked): Promise<Reply<StudyList>> => json(`/api/studies?${query(asked)}`),
  gallery: (asked: Asked): Promise<Reply<StudyList>> => json(`/api/gallery?${query(asked)}`),
  find: (id: string): Promise<Reply<Study>> => json(of(id)),
  revision: (id: string, number: number): Promise<Reply<Revision>> => json(of(id, `/revisions/${number}`)),
  open: (id: string): Promise<Reply<Study>> => post(of(id, "/open"), {}),
  openLink: (token: string): Promise<Reply<Study>> => post("/api/links/open", { token }),
  /** The study of the link that a frame shows. */
  embedded: (): Promise<Reply<Study>> => json("/api/links/study"),
  save: (study: NewStudy): Promise<Reply<Study>> => post("/api/studies", study),
  change: (id: string, change: Change): Promise<Reply<Study>> => send("PATCH", of(id), change),
  remove: (id: string): Promise<Reply<Done>> => send("DELETE", of(id)),
  undelete: (id: string): Promise<Reply<Study>> => post(of(id, "/undelete"), {}),
  copy: (id: string): Promise<Reply<Study>> => post(of(id, "/copy"), {}),
  read: (file: unknown): Promise<Reply<Study>> => post("/api/studies/import", file),
  revisions: (id: string): Promise<Reply<RevisionList>> => json(of(id, "/revisions")),
  restore: (id: string, number: number, revision: number): Promise<Reply<Study>> => post(of(id, `/revisions/${number}/restore`), { revision }),
  publish: (id: string, in_gallery: boolean): Promise<Reply<Study>> => post(of(id, "/gallery"), { in_gallery }),
  links: (id: string): Promise<Reply<LinkList>> => json(of(id, "/links")),
  share: (id: string, link: LinkChange): Promise<Reply<Link>> => post(of(id, "/links"), link),
  changeLink: (id: string, link: number, change: LinkChange): Promise<Reply<Link>> => send("PATCH", of(id, `/links/${link}`), change),
  revoke: (id: string, link: number): Promise<Reply<Link>> => send("DELETE", of(id, `/links/${link}`)),
};

export const commentsApi = {
  list: (id: string): Promise<Reply<CommentList>> => json(of(id, "/comments")),
  add: (id: string, comment: NewComment): Promise<Reply<Comment>> => post(of(id, "/comments"), comment),
  change: (id: string, comment: number, text: string): Promise<Reply<Comment>> => send("PATCH", of(id, `/comments/${comment}/text`), { text }),
  moderate: (id: string, comment: number, said: Partial<Moderation>): Promise<Reply<Comment>> => send("PATCH", of(id, `/comments/${comment}`), said),
  remove: (id: string, comment: number): Promise<Reply<Done>> => send("DELETE", of(id, `/comments/${comment}`)),
};

export const fileUrl = (id: string): string => of(id, "/file");
export const notebookUrl = (id: string): string => of(id, "/notebook");

export const accountApi = {
  who: (): Promise<Reply<Account>> => json("/api/account"),
  signIn: (username: string, password: string): Promise<Reply<Account>> => post("/api/account/sign-in", { username, password }),
  signUp: (username: string, password: string, email: string): Promise<Reply<Account>> => post("/api/account/sign-up", { username, password, email }),
  signOut: (): Promise<Reply<Account>> => post("/api/account/sign-out", {}),
  changePassword: (password: string, new_password: string): Promise<Reply<Account>> => post("/api/account/password", { password, new_password }),
  remove: (password: string): Promise<Reply<Account>> => send("DELETE", "/api/account", { password }),
};
