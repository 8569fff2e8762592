// What a screen asks about a campaign on its way; events say when to ask again.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';

const params = (uid: string) => ({ path: { campaign_uid: uid } });

/** Settings and states, why nothing goes out, and what is held. */
export const deliveryQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'delivery'],
    queryFn: async () => (await answerOf(api.GET('/campaigns/{campaign_uid}/delivery', { params: params(uid) }))).data,
    meta: { moves: 4_000 },
  });

/** Of a recurring campaign: when it runs next, and its last runs. */
export const scheduleQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'schedule'],
    queryFn: async () => (await answerOf(api.GET('/campaigns/{campaign_uid}/schedule', { params: params(uid) }))).data,
  });

/** Messages accepted by steps of the last ten minutes. */
export const paceQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'pace'],
    queryFn: async () => (await answerOf(api.GET('/campaigns/{campaign_uid}/pace', { params: params(uid) }))).data,
    meta: { moves: 10_000 },
  });

/** Who gets it slower than it could go, because they refused. */
export const slowedQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'slowed'],
    queryFn: async () =>
      (await answerOf(api.GET('/campaigns/{campaign_uid}/slowed-destinations', { params: params(uid) }))).data.records,
    meta: { moves: 5_000 },
  });

/** What became of it so far by domain, those with the most messages. */
export const receiversQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'receivers'],
    queryFn: async () => {
      const query = { most: 10 };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/destinations', { params: { ...params(uid), query } })))
        .data;
    },
    meta: { moves: 10_000 },
  });
