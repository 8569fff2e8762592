// Shares of a whole, as people read them.

/**
 * Writes shares in percent for a locale. What is not nothing is not written as none, but with its
 * first digit (`0.002 %`), and what is not all not as all (`99.9 %`); more than all is all.
 * @param decimals at most this many digits after the point
 * @param locale BCP 47
 * @returns the text of `part` of `whole`; 0 where there is no whole
 */
export function sharesIn(locale: string, decimals: number): (part: number, whole: number) => string {
  const usual = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: decimals });
  const tiny = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 1 });
  const step = 10 ** -(2 + decimals);
  return (part, whole) => {
    if (whole <= 0 || part <= 0) return usual.format(0);
    const share = part / whole;
    if (share < step / 2) return tiny.format(share);
    return usual.format(share < 1 ? Math.min(share, 1 - step) : 1);
  };
}
