// What lines of the log say of a campaign, the same in all, so that one search finds them.
import type { Campaign } from '../../storage/tables.ts';

/**
 * Its uid, which its customer knows; its number, by which lines about single messages name it; and
 * the number of its customer, as `customer list` has it.
 */
export const logged = ({ uid, id, customer_id }: Pick<Campaign, 'uid' | 'id' | 'customer_id'>) => {
  return { campaign: uid, campaign_id: id, customer: customer_id };
};
