/** Where a formula is from: a work, and an address that can be opened where it is one. */

export interface Link {
  readonly work: string;
  readonly address: string;
  readonly href: string | null;
}

const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^arXiv:(\S+)$/, "https://arxiv.org/abs/$1"],
  [/^doi:(\S+)$/, "https://doi.org/$1"],
  [/^(https:\/\/\S+)$/, "$1"],
];

/** “Title, section 3, arXiv:1706.03762”: the address is what stands after the last comma. */
export function linkOf(source: string): Link {
  const at = source.lastIndexOf(", ");
  const address = at < 0 ? "" : source.slice(at + 2);
  const place = PLACES.find(([form]) => form.test(address));
  return { work: at < 0 ? source : source.slice(0, at), address, href: place ? address.replace(place[0], place[1]) : null };
}
