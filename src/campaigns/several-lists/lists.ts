// A campaign to several lists: which they are. They are frozen one after the other, in the order in
// which they were named; an address that is on several of them gets it through the first where it
// may (messages/several-lists/duplicates.ts).
import type { Campaign } from '../../storage/tables.ts';

export const MOST_LISTS = 10;

type Lists = Pick<Campaign, 'list_id' | 'further_lists'>;

/** The ids of the lists after the first. */
export const furtherLists = ({ further_lists: written }: Pick<Campaign, 'further_lists'>): number[] =>
  written === null ? [] : written.split(',').map(Number);

/** The ids of all lists, in their order. */
export const listIdsOf = (campaign: Lists): number[] => [campaign.list_id, ...furtherLists(campaign)];

/** As column `further_lists` has them. */
export const toColumn = (ids: readonly number[]): string | null => (ids.length === 0 ? null : ids.join(','));

/** The campaign as those on one of its lists get it: with the fields and the sender's data of that. */
export const seenFrom = <C extends Lists>(campaign: C, listId: number): C =>
  listIdsOf(campaign).includes(listId) ? { ...campaign, list_id: listId } : campaign;
