// Listings that change while they are read page by page: who comes or leaves moves others to
// another page, where they are read twice or not at all.

/** Compares what the pages of one listing gave with what the server counts. */
export function openPageCount() {
  let before = new Set<string>();
  let seen = 0;
  let first: number | undefined;
  let last: number | undefined;
  return {
    /** @param keys that tell rows of the next page apart; `count`: of all, as that page has it */
    add(keys: readonly string[], count: number | undefined): void {
      const own = new Set(keys.filter((key) => key !== ''));
      // Who came moved others to the next page; who left moved others to one that was read.
      seen += keys.length - own.intersection(before).size;
      before = own;
      first ??= count;
      last = count;
    },
    /** What a person should know when all pages were read. @param whom, and `what` they are */
    note(whom: string, what = ''): string[] {
      if (last === undefined || (last === seen && last === first)) return [];
      const [began, are] = [last === first ? '' : ` (${first} when it began)`, what === '' ? '' : ` ${what}`];
      return [`${whom}: the server counts ${last}${are}${began}, and gave ${seen}. Run it again.`];
    },
  };
}
