// Goes through a listing page by page, whichever way it is numbered.

/** A page of a listing, as far as going on is concerned. */
export type Page = {
  data: { records: readonly unknown[]; next_page?: number | null; next?: string | null };
};

/**
 * The pages of a listing. Listings with `page` go by its number; those with `after` by the place
 * that the page before names, where nothing shifts while people come and go.
 * @param ask gives a page with these members added to the question
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
