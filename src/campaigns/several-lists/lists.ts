// A campaign to several lists: which they are. They are frozen one after the other, in the order in
// which they were named; an address that is on several of them gets it through the first where it
// may (messages/several-lists/duplicates.ts).
import { say } from '../../kernel/sentences/sentence.ts';
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

/** The campaign as those on one of its lists get it. */
export const seenFrom = <C extends Lists>(campaign: C, listId: number): C =>
  listIdsOf(campaign).includes(listId) ? { ...campaign, list_id: listId } : campaign;

export const SEGMENT_OF_ONE = say('campaign-lists-segment');
export const TEST_OF_ONE = say('campaign-lists-test');
