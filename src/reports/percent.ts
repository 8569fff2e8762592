// Shares, in percent.

/** A part of a whole in percent with two decimals, at most 100; 0 when there is no whole. */
export const percent = (part: number, whole: number): number => rounded(exactPercent(part, whole));

/** The same, not rounded: to reckon with. */
export function exactPercent(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (part / whole) * 100) : 0;
}

/** With two decimals. */
export const rounded = (share: number): number => Math.round(share * 100) / 100;
