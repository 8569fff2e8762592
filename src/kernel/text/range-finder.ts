// Looks for places of a text among ranges of it, in one walk through both.

/** `[start, end)` of a text, in UTF-16 units. */
export type TextRange = { start: number; end: number };

/**
 * Finds the range that a place is in; undefined: it is in none. The ranges do not overlap; they and
 * the places that are asked for come in order.
 */
export function rangeFinder<R extends TextRange>(ranges: readonly R[]): (place: number) => R | undefined {
  let next = 0;
  return (place) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= place) next += 1;
    const range = ranges[next];
    return range !== undefined && range.start <= place ? range : undefined;
  };
}
