// The list that most journeys begin with, made by the API.
import { callOf, type Site } from './site.ts';

/** Whom mail to a list comes from, and what a campaign says of that. */
export const SENDER = { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' };

/** The postal address that mails carry: without one the checks before sending ask for it. */
const address = { address_1: '1 Main St', city: 'Kiel', zip_code: '24103', country: 'Germany' };
export const COMPANY = { name: 'Riders Ltd', ...address };

/** @returns its uid */
export async function newList(
  site: Pick<Site, 'server'>,
  { name = 'Riders', ...company }: { name?: string; company?: typeof COMPANY } = {},
): Promise<string> {
  const general = { name, description: 'People who ride', opt_in: 'single' };
  const { list_uid } = await callOf(site)('POST', '/lists', { general, defaults: SENDER, ...company });
  return list_uid;
}
