/**
 * Preloaded (`NODE_OPTIONS=--import=...`): this process lives CLOCK_SKEW_MS milliseconds ahead of the others, or behind
 * them when it is negative. Timers and `performance.now` run as ever.
 */
const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
const TrueDate = Date;

globalThis.Date = class SkewedDate extends TrueDate {
  /** @param {ConstructorParameters<typeof TrueDate>} given */
  constructor(...given) {
    super(...(given.length === 0 ? [TrueDate.now() + skewMs] : given));
  }

  static now() {
    return TrueDate.now() + skewMs;
  }
};
