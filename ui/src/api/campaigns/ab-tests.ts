// A/B tests, as screens ask for them, and how many people their parts have.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type AbTest = components['schemas']['AbTest'];
export type Variant = AbTest['variants'][number];
export type TestSettings = Pick<AbTest, 'percent' | 'decided_by' | 'wait_minutes'>;

export const MOST_VARIANTS = 5;
/** While it is under way: opens of the other parts, and the decision itself, are told to nobody. */
const ASK_AGAIN_MS = 10_000;

const of = (uid: string) => ({ path: { campaign_uid: uid } });

/** @param firstUid the campaign that is tested: `tested_campaign_uid` of each campaign of the test */
export const abTestQuery = (firstUid: string) =>
  queryOptions({
    queryKey: ['campaign', firstUid, 'ab-test'],
    queryFn: async () =>
      (await answerOf(api.GET('/campaigns/{campaign_uid}/ab-test', { params: of(firstUid) }))).data.record,
    meta: { moves: 3_000 },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? ASK_AGAIN_MS : false),
  });

const isUnderWay = ({ begun_at, decided_at, rest }: AbTest) =>
  begun_at !== null && (decided_at === null || (rest !== null && rest.status !== 'sent'));

export const setTest = (firstUid: string, body: TestSettings) =>
  answerOf(api.PUT('/campaigns/{campaign_uid}/ab-test', { params: of(firstUid), body }));

export const removeTest = (firstUid: string) =>
  answerOf(api.DELETE('/campaigns/{campaign_uid}/ab-test', { params: of(firstUid) }));

/** @returns the uid of the variant, a draft */
export const addVariant = async (firstUid: string, subject: string): Promise<string> =>
  (await answerOf(api.POST('/campaigns/{campaign_uid}/ab-test/variants', { params: of(firstUid), body: { subject } })))
    .campaign_uid;

export const chooseWinner = (firstUid: string, campaign_uid: string) =>
  answerOf(api.POST('/campaigns/{campaign_uid}/ab-test/winner', { params: of(firstUid), body: { campaign_uid } }));

/** Whether a test can be ended (endCampaign) now. */
export const canEnd = ({ begun_at, decided_at, variants: [first] }: AbTest): boolean =>
  begun_at !== null && decided_at === null && (first?.status === 'sent' || first?.status === 'paused');

/** What a campaign is in a test; undefined: it is none of it. */
export type Part = { kind: 'first' | 'rest' } | { kind: 'other'; letter: string };

export function partOf(test: AbTest, uid: string): Part | undefined {
  if (uid === test.campaign_uid) return { kind: 'first' };
  if (uid === test.rest_uid) return { kind: 'rest' };
  const variant = test.variants.find(({ campaign_uid }) => campaign_uid === uid);
  return variant && { kind: 'other', letter: variant.letter };
}

/**
 * How many people get each variant, all of them, and the winner, of an audience. People are dealt
 * out by chance, so these are three digits, not the last person.
 */
export function peopleOfTest(people: number, { percent, variants }: Pick<AbTest, 'percent' | 'variants'>) {
  const tested = (people * percent) / 100;
  return { each: rounded(tested / variants.length), tested: rounded(tested), rest: rounded(people - tested) };
}

const rounded = (people: number) => (people < 1_000 ? Math.round(people) : Number(people.toPrecision(3)));

/** Which variant is ahead by what decides (by hand: opens); undefined: none, or several alike. */
export function leaderOf({ decided_by, variants }: Pick<AbTest, 'decided_by' | 'variants'>): Variant | undefined {
  const rate = (one: Variant) => (decided_by === 'clicks' ? one.clicked_share : one.opened_share);
  const [best, second] = variants.toSorted((a, b) => rate(b) - rate(a));
  return best && rate(best) > 0 && (!second || rate(best) > rate(second)) ? best : undefined;
}
