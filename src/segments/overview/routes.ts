// The endpoint for segments of all lists: what is asked for, and how it is answered.
import { z } from 'zod';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { keysetPage, keysetQuery, placeText, readKeyset } from '../../http/members/keyset.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { ok, type Route } from '../../http/route.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { type Listed, pageOfAllSegments } from './listing.ts';

const members = {
  ...optional({
    search: declare.text('Only segments whose name, or whose list’s name, contains this text, case-insensitive.', {
      max: 200,
    }),
  }),
  ...keysetQuery({ most: 200, otherwise: 50 }),
};

const overview = whenNeeded(() =>
  z
    .strictObject({
      segment_uid: uid('Id of the segment.'),
      name: said('Name of the segment.'),
      subscribers_count: count('Number of confirmed subscribers in the segment, as last counted.'),
      list_uid: uid('Id of the list it belongs to.'),
      list_name: said('Name of that list.'),
    })
    .meta({ id: 'SegmentOverview', description: 'A segment and the list it belongs to.' }),
);

const listing: Route = {
  name: 'listSegmentOverviews',
  method: 'GET',
  path: '/segments/overview',
  needs: 'read',
  summary: 'List segments of all lists, those of the newest list first',
  about:
    'With a search, an answer can have fewer records than requested although there are more: continue until `next` is null.',
  group: 'Segments',
  query: whenNeeded(() => z.object(members)),
  status: 200,
  answer: keysetPage(overview),
  handle: async ({ db, caller, query, clock }) => {
    const { values, faults } = readMembers(members, query);
    const { after, perPage } = readKeyset(values, ['number', 'number'], faults);
    throwFaults(faults);
    const asked = { after, perPage, search: values.search };
    const { listed, next } = await pageOfAllSegments(db, caller.customerId, asked, clock.now());
    return ok({ data: { records: listed.map(toWireOverview), next: placeText(next) } });
  },
};

const toWireOverview = ({ segment, list }: Listed) => ({
  segment_uid: segment.uid,
  name: segment.name,
  subscribers_count: segment.members,
  list_uid: list.uid,
  list_name: list.name,
});

export const segmentOverviewRoutes: Route[] = [listing];
