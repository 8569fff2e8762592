// The story of the examples, its end: the customer, and who changed what.
import type { Teller } from './teller.ts';

/** What owners look at. */
export async function tellOfCompany({ tell }: Pick<Teller, 'tell'>): Promise<void> {
  await tell('getProfile');
  await tell('updateProfile', {
    body: {
      timezone: 'Europe/London',
      locale: 'en-GB',
      company: { name: 'Acme Ltd', country: 'GB', address_1: '2 High Street', city: 'Dover', zip_code: 'CT16 1AA' },
    },
  });
  await tell('getInstallation');
  await tell('listAudit', { query: { operation: 'updateUser', per_page: 1 } });
}
