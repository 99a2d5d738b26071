/** How many device pixels a CSS pixel has; follows page zoom and a move to another screen. */

class Pixels {
  ratio = $state(1);

  constructor() {
    if (typeof matchMedia !== "undefined") this.#watch();
  }

  #watch(): void {
    this.ratio = devicePixelRatio;
    // A query holds for one ratio only, so each change needs the next one.
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => this.#watch(), { once: true });
  }
}

export const pixels = new Pixels();
