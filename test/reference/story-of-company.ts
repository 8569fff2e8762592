// The story of the examples, its end: the customer, and who changed what.
import type { Teller } from './teller.ts';

/** What owners look at. */
export async function tellOfCompany({ tell }: Pick<Teller, 'tell'>): Promise<void> {
  await tell('listAudit', { query: { operation: 'updateUser', per_page: 1 } });
}
