/** How many device pixels a CSS pixel has; follows page zoom and a move to another screen. */

class Screen {
  ratio = $state(typeof devicePixelRatio === "number" ? devicePixelRatio : 1);

  /** Gives a way to stop. */
  start(): () => void {
    let query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const changed = (): void => {
      query.removeEventListener("change", changed);
      this.ratio = devicePixelRatio;
      query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      query.addEventListener("change", changed);
    };
    query.addEventListener("change", changed);
    this.ratio = devicePixelRatio;
    return () => query.removeEventListener("change", changed);
  }
}

export const screen = new Screen();
