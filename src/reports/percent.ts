// Shares, in percent with two decimals.

/** A part of a whole in percent, at most 100; 0 when there is no whole. */
export function percent(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.round((part / whole) * 10_000) / 100) : 0;
}
