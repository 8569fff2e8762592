// Endpoints for the customer itself: company, postal address, time zone, locale.
import { type Call, ok, type Route } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { findCustomer } from '../queries.ts';
import { type FollowTimeZone, updateCustomer } from '../update.ts';
import * as wire from './wire.ts';

const group = 'Profile';

async function customerOf({ db, caller }: Call) {
  const customer = await findCustomer(db, caller.customerId);
  if (customer) return customer;
  throw new AppError('not_found', say('account-customer-missing'));
}

const shown = async (call: Call) =>
  ok({ data: { record: wire.toWireProfile(await customerOf(call), call.caller.dialect) } });

const read: Route = {
  name: 'getProfile',
  method: 'GET',
  path: '/profile',
  needs: 'read',
  summary: 'Get the customer: company with postal address, time zone, locale',
  group,
  status: 200,
  answer: wire.profileAnswer,
  handle: shown,
};

const change = (followTimeZone: FollowTimeZone): Route => ({
  name: 'updateProfile',
  method: 'PUT',
  path: '/profile',
  needs: 'own',
  summary: 'Update the customer: company with postal address, time zone, locale',
  about:
    'Absent members stay unchanged. A new time zone moves the next runs of recurring campaigns to the same time of day there; scheduled campaigns keep their instant.',
  group,
  body: wire.profileBody,
  status: 200,
  answer: wire.profileAnswer,
  handle: async (call) => {
    const customer = await customerOf(call);
    const input = wire.readProfile(call.body, customer, call.caller.dialect);
    await updateCustomer(call.db, customer, input, followTimeZone);
    return shown(call);
  },
});

/** @param followTimeZone what else follows the customer's time zone */
export const profileRoutes = (followTimeZone: FollowTimeZone): readonly Route[] => [read, change(followTimeZone)];
