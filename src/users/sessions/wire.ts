// The interface's members of sessions, both ways.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { pageOf, readMembers, recordOf } from '../../http/members/schema.ts';
import { ROLES } from '../../http/rights.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { LANGUAGES, MAX_EMAIL, PASSWORD, THEMES } from '../rules.ts';
import { customerName, type SessionView } from './show.ts';

const signInMembers = {
  ...required({
    email: declare.text('The user’s email address.', { max: MAX_EMAIL }),
    password: declare.password('The password.', { min: 1, max: PASSWORD.max }),
  }),
  ...optional({
    code: declare.text('The code of the second factor, or one of the recovery codes, once requested.', {
      max: 40,
    }),
  }),
};
export const signInBody = whenNeeded(() => z.object(signInMembers));

/** Reads who wants to sign in. @throws AppError `invalid` */
export function readSignIn(body: FormObject): { email: string; password: string; code: string | undefined } {
  const { values, faults } = readMembers(signInMembers, body);
  throwFaults(faults);
  const { email = '', password = '', code } = values;
  return { email, password, code };
}

const customerMembers = required({ customer_uid: declare.uid('A customer that the user belongs to.') });
export const changeBody = whenNeeded(() => z.object(customerMembers));

/** Reads which customer a session is to show. @throws AppError `invalid` */
export function readCustomer(body: FormObject): string {
  const { values, faults } = readMembers(customerMembers, body);
  throwFaults(faults);
  return values.customer_uid ?? '';
}

const resetMembers = required({ email: declare.text('The user’s email address.', { max: MAX_EMAIL }) });
export const resetBody = whenNeeded(() => z.object(resetMembers));

/** Reads who forgot the password. @throws AppError `invalid` */
export function readReset(body: FormObject): string {
  const { values, faults } = readMembers(resetMembers, body);
  throwFaults(faults);
  return values.email ?? '';
}

const role = whenNeeded(() => z.enum(ROLES).describe('The user’s role with the customer.'));
const customer = whenNeeded(() =>
  z
    .strictObject({
      uid: uid('Id of the customer.'),
      name: said('Display name of the customer.'),
      role: role(),
    })
    .meta({ id: 'UserCustomer', description: 'A customer that the user belongs to.' }),
);

const session = whenNeeded(() =>
  z
    .looseObject({
      state: z
        .literal('signed-in')
        .describe('There is a session; its cookie was set by this answer or an earlier one.'),
      user: z
        .strictObject({
          uid: uid('Id of the user.'),
          name: said('Name of the user.'),
          email: said('Email address of the user.'),
          language: z.enum(LANGUAGES).describe('The user’s language.'),
          theme: z.enum(THEMES).describe('Light, dark, or the system’s setting.'),
          hides_checklist: z.boolean().describe('Whether the checklist of first steps is hidden.'),
          has_totp: z.boolean().describe('Whether signing in also requires a code.'),
        })
        .describe('The signed-in user.'),
      customer: z
        .strictObject({
          uid: uid('Id of the customer.'),
          name: said('Display name of the customer.'),
          time_zone: said('The time zone of its send times.'),
          locale: said('Locale for its dates and numbers.'),
        })
        .describe('The customer that the session is for: requests apply to this one.'),
      role: role(),
      is_operator: z.boolean().describe('Whether the user is an operator of the installation.'),
      rights: z.array(z.enum(['read', 'edit', 'send', 'own', 'operate'])).describe('What the user may do.'),
      customers: z
        .array(customer())
        .describe(
          'The first 20 customers that the user belongs to, in the order of joining; all of them: `GET /session/customers`.',
        ),
      customers_count: count('Number of customers that the user belongs to.'),
      installation: z
        .strictObject({
          version: said('The version of the server.'),
          base_url: said('The public address of the server.'),
          test_inbox: z.boolean().describe('Whether emails go to the test inbox because no relay is set up.'),
        })
        .describe('The server.'),
    })
    .meta({ id: 'Session', description: 'Who is signed in, for which customer, and what they may do.' }),
);

const codeNeeded = whenNeeded(() =>
  z
    .strictObject({
      state: z.literal('code-needed').describe('The password is correct; repeat the call with a `code`.'),
    })
    .meta({ id: 'CodeNeeded', description: 'Signing in also requires a code of the second factor.' }),
);

export const customersAnswer = pageOf(customer);
export const sessionAnswer = recordOf(session);
export const openedAnswer = recordOf(() =>
  z.union([session(), codeNeeded()]).describe('The session, or that a code is needed.'),
);

const signedOut = whenNeeded(() =>
  z
    .strictObject({ state: z.literal('signed-out').describe('No one is signed in.') })
    .meta({ id: 'SignedOut', description: 'No one is signed in.' }),
);

export const shownAnswer = recordOf(() =>
  z.union([session(), signedOut()]).describe('The session, or that there is none.'),
);

export const SIGNED_OUT = { state: 'signed-out' } as const;
export const CODE_NEEDED = { state: 'code-needed' } as const;

/** The record of a session. */
export function toWireSession(
  { user, customer: shown, role: theirs, rights, customers }: SessionView,
  installation: { version: string; base_url: string; test_inbox: boolean },
) {
  const { uid: userUid, name, email, language, theme, totp_secret } = user;
  const hides_checklist = user.hides_checklist === 1;
  return {
    state: 'signed-in' as const,
    user: { uid: userUid, name, email, language, theme, hides_checklist, has_totp: totp_secret !== null },
    customer: { uid: shown.uid, name: customerName(shown), time_zone: shown.time_zone, locale: shown.locale },
    role: theirs,
    is_operator: user.is_operator === 1,
    rights,
    customers: customers.shown,
    customers_count: customers.count,
    installation,
  };
}
