// Which messages a worker that was thought lost may still say something about.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordPlaces } from '../../storage/statements/record-statement.ts';
import type { OutcomeRecord } from '../turn/records.ts';
import type { LeaseValues } from '../turn/texts.ts';

/** How a message ended that its worker may still know better about. */
export type Left = 'uncertain' | 'skipped';
export const LEFT: readonly Left[] = ['uncertain', 'skipped'];

/**
 * On table `message`: the record's message in this state, which still names lease and attempt.
 * Whoever decides about an uncertain message takes that name away, and what is sent again gets
 * another: so nobody has taken it over. One that the campaign's policy gave up keeps it.
 */
export function isStill(
  state: Left,
  { member, value }: Pick<RecordPlaces<LeaseValues, OutcomeRecord>, 'member' | 'value'>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`message.customer_id = ${member('customer')} and message.campaign_id = ${member('campaign')}
    and message.subscriber_id = ${member('subscriber')} and message.attempt = ${member('attempt')}
    and message.lease_id = ${value('leaseId')} and message.state = ${sql.lit(state)}`;
}
