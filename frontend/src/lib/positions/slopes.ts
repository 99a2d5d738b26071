/** ALiBi's slope of each head: 2^(−8i/n) for a power of two, else every other one of the next power follows them. */
export function slopes(heads: number): readonly number[] {
  const below = 2 ** Math.floor(Math.log2(heads));
  const of = (count: number) => Array.from({ length: count }, (_, head) => 2 ** ((-8 * (head + 1)) / count));
  return [...of(below), ...of(2 * below).filter((_, head) => head % 2 === 0)].slice(0, heads);
}
