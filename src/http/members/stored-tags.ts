// Tags as they are stored. Apart from the reading of requests (tags.ts), which workers need not
// load.

/** A tag for comparing. */
export const foldedTag = (tag: string) => tag.normalize('NFC').toLowerCase();

/** The tags of a stored column. */
export const tagsIn = (column: string | null): string[] => (column === null ? [] : (JSON.parse(column) as string[]));

/** The column for tags; undefined where they stay. */
export const tagsColumn = (sent: string[] | undefined): string | null | undefined =>
  sent && (sent.length > 0 ? JSON.stringify(sent) : null);

/** Whether a stored column has a tag, in any case. */
export function hasTag(column: string | null, tag: string): boolean {
  const wanted = foldedTag(tag.trim());
  return tagsIn(column).some((one) => foldedTag(one) === wanted);
}
