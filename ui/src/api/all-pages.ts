// Everything that a listing has, however many pages that are: what one chooses from ends nowhere.

type Page<Row> = { data: { records: Row[]; next_page: number | null } };

/** @param ask gives a page of the largest size, counted from 1 */
export async function allPages<Row>(ask: (query: { per_page: 500; page: number }) => Promise<Page<Row>>) {
  const all: Row[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const { data }: Page<Row> = await ask({ per_page: 500, page });
    all.push(...data.records);
    page = data.next_page;
  }
  return all;
}
