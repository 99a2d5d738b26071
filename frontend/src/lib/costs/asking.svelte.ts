/** What is chosen in the panels that measure; it stays while other views are on screen. */
class Asking {
  /** Whose kernels are compared. Null: of all layers; undefined: of the selected one. */
  layer = $state<number | null | undefined>(undefined);
  /** Tokens of a piece; null: those that suit the text. */
  sizes = $state.raw<readonly number[] | null>(null);
  /** The size whose schedule is drawn; null: the first that was measured. */
  drawn = $state<number | null>(null);
}

export const asking = new Asking();
