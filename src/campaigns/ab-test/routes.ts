// Endpoints for A/B tests.

import { type Call, created, ok, type Route } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { campaignOf, rightToChange, savedBy } from '../wire/of-call.ts';
import { addVariant, changeTest, removeTest } from './change.ts';
import { decideByHand, figuresOf } from './decide.ts';
import { findFirst, findTest, restOf, variantsOf } from './queries.ts';
import {
  decisionAnswer,
  readTest,
  readVariant,
  readWinner,
  removedAnswer,
  type TestView,
  testAnswer,
  testBody,
  toWireTest,
  variantAnswer,
  variantBody,
  winnerBody,
} from './wire.ts';

const group = 'Campaigns';
const path = '/campaigns/:campaign_uid/ab-test';

const show: Route = {
  name: 'getAbTest',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'Get the A/B test of a campaign with the results of its variants',
  about: 'Identified by the campaign, by any of its variants, or by the campaign that goes to the rest.',
  group,
  status: 200,
  answer: testAnswer,
  handle: async (call) => ok({ data: { record: toWireTest(await viewOf(call.db, await firstOf(call))) } }),
};

const put: Route = {
  name: 'setAbTest',
  method: 'PUT',
  path,
  needs: 'edit',
  summary: 'Test a campaign in several variants, or change the test before it begins',
  about:
    'The variants go to a share of the audience. After some time, the one that more people opened or clicked goes to the rest automatically, or the one that someone picks. No one gets two variants.',
  group,
  body: testBody,
  status: 200,
  answer: testAnswer,
  handle: async (call) => {
    const settings = readTest(call.body);
    const campaign = await campaignOf(call);
    await changeTest(call.db, campaign, { ...settings, ...change(call) });
    return ok({ data: { record: toWireTest(await viewOf(call.db, campaign)) } });
  },
};

const remove: Route = {
  name: 'removeAbTest',
  method: 'DELETE',
  path,
  needs: 'edit',
  summary: 'Send a campaign without a test; its other variants, which are drafts, are deleted',
  group,
  status: 200,
  answer: removedAnswer,
  handle: async (call) => {
    await removeTest(call.db, await campaignOf(call), change(call));
    return ok();
  },
};

const add: Route = {
  name: 'addVariant',
  method: 'POST',
  path: `${path}/variants`,
  needs: 'edit',
  isOneChange: true,
  summary: 'Add a variant: a draft copied from the campaign, which is updated like any other and begins with it',
  about: 'List, segment, send time and limits are those of the campaign. To remove the variant, delete the draft.',
  group,
  body: variantBody,
  wrappers: ['campaign'],
  status: 201,
  answer: variantAnswer,
  handle: async (call) => {
    const wanted = readVariant(call.body);
    const { author } = await savedBy(call);
    const variant = await addVariant(call.db, await campaignOf(call), { ...wanted, author, ...change(call) });
    return created({ campaign_uid: variant.uid });
  },
};

const choose: Route = {
  name: 'chooseWinner',
  method: 'POST',
  path: `${path}/winner`,
  needs: 'send',
  isOneChange: true,
  summary: 'Pick the winning variant, which goes to the rest now',
  group,
  body: winnerBody,
  status: 200,
  answer: decisionAnswer,
  mailsSoon: true,
  handle: async (call) => {
    const wanted = readWinner(call.body);
    const first = await firstOf(call);
    const { winner, rest } = await decideByHand(call.db, first, wanted, call.clock.now());
    return ok({ winner_uid: winner, rest_uid: rest });
  },
};

/** The first variant of the test that the campaign of the path belongs to. */
async function firstOf(call: Call): Promise<Campaign> {
  const campaign = await campaignOf(call);
  const first = campaign.test_of === null ? campaign : await findFirst(call.db, campaign);
  if (!first || !(await findTest(call.db, first))) throw new AppError('not_found', say('ab-test-missing'));
  return first;
}

const change = (call: Call) => ({ authorize: rightToChange(call), at: call.clock.now() });

async function viewOf(db: Db, first: Campaign): Promise<TestView> {
  const test = await findTest(db, first);
  if (!test) throw new AppError('not_found', say('ab-test-missing'));
  const variants = await variantsOf(db, first);
  const rest = await restOf(db, first);
  return { test, variants, rest, figures: await figuresOf(db, rest ? [...variants, rest] : variants) };
}

export const abTestRoutes: Route[] = [show, put, remove, add, choose];
