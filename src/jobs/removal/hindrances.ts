// What must be over before a customer can be removed.
import { sql } from 'kysely';
import { AppError } from '../../kernel/errors.ts';
import { counted } from '../../kernel/text/counted.ts';
import { flightsNow } from '../../messages/turn/hold.ts';
import type { Tx } from '../../storage/db.ts';
import type { Customer } from '../../storage/tables.ts';

const NAMED = 5;

/**
 * Call with the turns about the customer's messages held up.
 * @throws AppError `state` while campaigns of an active customer may be sent, messages are in
 * flight, or jobs are in progress
 */
export async function refuseHindered(tx: Tx, { id, uid, status }: Customer): Promise<void> {
  const campaigns = status === 'active' ? await openCampaigns(tx, id) : [];
  if (campaigns.length > 0) {
    const names = campaigns.slice(0, NAMED).map(({ name }) => `"${name}"`);
    if (campaigns.length > NAMED) names.push('…');
    const which = `${counted(campaigns.length, 'campaign')} of this customer ${campaigns.length === 1 ? 'is' : 'are'} being sent or scheduled: ${names.join(', ')}.`;
    throw new AppError(
      'state',
      `${which} Pause them, or stop all sending of the customer: npx mailwright customer update ${uid} --status inactive`,
    );
  }
  if ((await countInFlight(tx, id)) > 0)
    throw new AppError('state', 'Messages of this customer are in flight: try again in a minute, while a server runs.');
  const jobs = await countJobs(tx, id);
  if (jobs > 0)
    throw new AppError(
      'state',
      `${counted(jobs, 'import, export or bulk action is', 'imports, exports or bulk actions are')} in progress: try again when it is done or cancelled.`,
    );
}

function openCampaigns(tx: Tx, customerId: number): Promise<{ name: string }[]> {
  return tx
    .selectFrom('campaign')
    .select('name')
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['pending-sending', 'processing', 'sending'])
    .where('type', '<>', 'transactional')
    .orderBy('id')
    .execute();
}

async function countInFlight(tx: Tx, customerId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from work
    where customer_id = ${customerId} and state = 'in_flight'`.execute(tx);
  return Number(rows[0]?.n ?? 0) + (await flightsNow(tx, customerId)).length;
}

async function countJobs(tx: Tx, customerId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return Number(n);
}
