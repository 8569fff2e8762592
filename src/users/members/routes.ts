// Endpoints for the users of a customer: who they are, inviting, roles.
import { z } from 'zod';
import { findCustomer } from '../../accounts/queries.ts';
import { pageQuery, successAnswer } from '../../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { pageOfAll, readPageRequest } from '../../kernel/page.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { findUser } from '../queries.ts';
import { languageOf } from '../rules.ts';
import { customerName } from '../sessions/show.ts';
import { type Inviter, invite, inviteAgain } from '../welcome/invite.ts';
import { findInvitation, listInvitations } from '../welcome/queries.ts';
import { changeRole, removeMember } from './change.ts';
import { findMember, listMembers } from './queries.ts';
import * as wire from './wire.ts';

const group = 'Users';

const uidOf = ({ params }: Call) => params['user_uid'] ?? '';

async function customerOf({ db, caller }: Call) {
  const customer = await findCustomer(db, caller.customerId);
  if (customer) return customer;
  throw new AppError('not_found', say('account-customer-missing'));
}

/** Who invites: the user, or for an API key the customer. */
async function inviterOf(call: Call): Promise<Inviter & { language: string }> {
  const { actor } = call.caller;
  const user = actor.kind === 'user' ? await findUser(call.db, actor.userId) : undefined;
  if (user) return user;
  const customer = await customerOf(call);
  return { name: customerName(customer), email: customer.email, language: customer.locale };
}

async function shown({ db, caller }: Call, uid: string) {
  const member = await findMember(db, caller.customerId, uid);
  if (member) return wire.toWireMember(member);
  const invitation = await findInvitation(db, caller.customerId, uid);
  if (invitation) return wire.toWireInvitation(invitation);
  throw new AppError('not_found', say('user-missing'));
}

const listing: Route = {
  name: 'listUsers',
  method: 'GET',
  path: '/users',
  needs: 'own',
  summary: 'List the customer’s users in the order of joining, followed by invitations',
  group,
  query: z.object(pageQuery),
  status: 200,
  answer: wire.usersAnswer,
  handle: async ({ db, caller, query }) => {
    const members = await listMembers(db, caller.customerId);
    const invitations = await listInvitations(db, caller.customerId);
    const all = [...members.map(wire.toWireMember), ...invitations.map(wire.toWireInvitation)];
    return ok({ data: pageOfAll(readPageRequest(query), all) });
  },
};

const create: Route = {
  name: 'inviteUser',
  method: 'POST',
  path: '/users',
  needs: 'own',
  isOneChange: true,
  summary: 'Invite someone by email; the link is also returned',
  about: 'The link works once, within seven days. Someone who has an account with another customer keeps its password.',
  group,
  body: wire.inviteBody,
  refuses: [409, 429],
  status: 201,
  answer: wire.invitedAnswer,
  handle: async (call) => {
    const { language, ...invited } = wire.readInvited(call.body);
    const by = await inviterOf(call);
    const whom = { ...invited, language: language ?? languageOf(by.language) };
    const { uid, link } = await invite(call, await customerOf(call), whom, by);
    return created({ data: { record: { ...(await shown(call, uid)), link } } });
  },
};

const again: Route = {
  name: 'inviteUserAgain',
  method: 'POST',
  path: '/users/:user_uid/invitation',
  needs: 'own',
  summary: 'Send an invitation again with a new link; the old one stops working',
  group,
  refuses: [429],
  status: 201,
  answer: wire.invitedAnswer,
  handle: async (call) => {
    const { uid, link } = await inviteAgain(call, await customerOf(call), uidOf(call), await inviterOf(call));
    return created({ data: { record: { ...(await shown(call, uid)), link } } });
  },
};

const change: Route = {
  name: 'updateUser',
  method: 'PUT',
  path: '/users/:user_uid',
  needs: 'own',
  summary: 'Change a user’s role, effective with the next request',
  about: 'The last owner’s role cannot be changed: make someone else an owner first.',
  group,
  body: wire.changeBody,
  status: 200,
  answer: wire.userAnswer,
  handle: async (call) => {
    await changeRole(call.db, call.caller.customerId, uidOf(call), wire.readRole(call.body));
    return ok({ data: { record: await shown(call, uidOf(call)) } });
  },
};

const remove: Route = {
  name: 'deleteUser',
  method: 'DELETE',
  path: '/users/:user_uid',
  needs: 'own',
  summary: 'Remove a user from the customer, ending their sessions immediately; or withdraw an invitation',
  about:
    'The last owner cannot be removed: make someone else an owner first. A user who belongs to no other customer is deleted.',
  group,
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    await removeMember(call.db, call.caller.customerId, uidOf(call));
    return ok();
  },
};

export const userRoutes: readonly Route[] = [listing, create, again, change, remove];
