// Iterates over a listing page by page, with either kind of paging.

/** The members of a page that are needed to get the next one. */
export type Page = {
  data: { records: readonly unknown[]; next_page?: number | null; next?: string | null };
};

/**
 * The pages of a listing. Listings with `page` are paged by number; those with `after` by the
 * `next` of the previous page, which does not shift when records are added or removed.
 * @param ask returns a page, with these members added to the request
 */
export async function* pagesOf(ask: (more: Record<string, unknown>) => Promise<unknown>): AsyncGenerator<Page> {
  for (let more: Record<string, unknown> | undefined = {}; more; ) {
    const page = (await ask(more)) as Page;
    yield page;
    more = behind(page);
  }
}

function behind({ data }: Page): Record<string, unknown> | undefined {
  if (typeof data.next === 'string') return { after: data.next };
  return typeof data.next_page === 'number' ? { page: data.next_page } : undefined;
}
