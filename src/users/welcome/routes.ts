// Endpoints behind links that let somebody in: first start, invitations, forgotten passwords.
import { findCustomer } from '../../accounts/queries.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import type { WelcomeLink } from '../../storage/tables/people.ts';
import { findUserByEmail } from '../queries.ts';
import type { LinkKind } from '../rules.ts';
import { openedReply } from '../sessions/reply.ts';
import { customerName } from '../sessions/show.ts';
import { openedAnswer } from '../sessions/wire.ts';
import { findLink, refuseLink } from './links.ts';
import { redeemLink } from './redeem.ts';
import * as wire from './wire.ts';

const group = 'Sessions';

const hasAccount = async ({ db }: Call, { kind, email }: WelcomeLink) =>
  kind === 'invitation' && (await findUserByEmail(db, email)) !== undefined;

const read: Route = {
  name: 'getWelcome',
  method: 'GET',
  path: '/welcome',
  needs: 'open',
  summary: 'Get whom a link is for: the first owner, an invited person, or a user who forgot their password',
  group,
  query: wire.welcomeQuery,
  refuses: [404],
  status: 200,
  answer: wire.welcomeAnswer,
  handle: async (call) => {
    const link = (await findLink(call, wire.readToken(call.query))) ?? refuseLink();
    const customer = link.customer_id === null ? undefined : await findCustomer(call.db, link.customer_id);
    const name = link.kind === 'invitation' && customer ? customerName(customer) : '';
    return ok({ data: { record: wire.toWireWelcome(link, name, await hasAccount(call, link)) } });
  },
};

/** What using a link did. */
const DONE: Readonly<Record<LinkKind, string>> = {
  'first-owner': 'createFirstOwner',
  invitation: 'acceptInvitation',
  reset: 'resetPassword',
};

const use: Route = {
  name: 'useWelcome',
  method: 'POST',
  path: '/welcome',
  needs: 'open',
  summary: 'Use a link once: choose name and password, and sign in',
  about:
    'The link stays valid if members are invalid. For a user with a second factor it returns `code-needed`; they sign in themselves.',
  group,
  body: wire.welcomeBody,
  refuses: [404, 429],
  status: 201,
  answer: openedAnswer,
  handle: async (call) => {
    const link = await findLink(call, wire.readToken(call.body));
    if (!link) {
      wire.requireSound(call.body);
      refuseLink();
    }
    const given = wire.readWelcome(call.body, link, await hasAccount(call, link));
    const { token, by } = await redeemLink(call, link, given);
    return openedReply(call, token, { by, operation: DONE[link.kind as LinkKind] });
  },
};

export const welcomeRoutes: readonly Route[] = [read, use];
