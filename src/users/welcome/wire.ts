// The interface's members of links that let somebody in, both ways.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { isMailAddress } from '../../kernel/address.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { WelcomeLink } from '../../storage/tables/people.ts';
import { LANGUAGES, type Language, languageOf, MAX_EMAIL, MAX_NAME, PASSWORD } from '../rules.ts';
import type { Welcomed } from './redeem.ts';

const TOKEN_CHARACTERS = 200;
const token = declare.text('The text after `token=` in the link.', { max: TOKEN_CHARACTERS });

const password = (min: number) =>
  declare.password(
    `The password, at least ${PASSWORD.min} characters of any kind. For someone who already has an account: its password.`,
    { min, max: PASSWORD.max },
  );
const members = {
  name: declare.line('The name of the user.', { max: MAX_NAME }),
  email: declare.address(
    'Email address to sign in with. Used only for the first owner; others have the address they were invited with.',
    {
      max: MAX_EMAIL,
      isAddress: isMailAddress,
    },
  ),
};
const language = declare.oneOf('The user’s language. Defaults to the link’s.', LANGUAGES, {
  fold: declare.lower,
});

export const welcomeQuery = whenNeeded(() => z.object(required({ token })));
export const welcomeBody = whenNeeded(() =>
  z.object({
    ...required({ token, password: password(PASSWORD.min) }),
    ...optional({ ...members, language }),
  }),
);

/** The token of a query or body; one that is none is no link's. */
export function readToken(given: FormObject): string {
  return readMembers(required({ token }), given).values.token ?? '';
}

/** Judges a body as far as that can be done without its link. @throws AppError `invalid` */
export function requireSound(body: FormObject): void {
  throwFaults(readMembers(welcomeBody().shape, body).faults);
}

/**
 * Reads what the bearer of a link gives: a name and an address where the link has none.
 * @param hasAccount the password is the account's, and judged by that
 * @throws AppError `invalid` with all faults at once
 */
export function readWelcome(body: FormObject, link: WelcomeLink, hasAccount: boolean): Welcomed {
  const isNew = link.kind !== 'reset' && !hasAccount;
  const isFirst = link.kind === 'first-owner';
  const { values, faults } = readMembers(
    {
      ...(isNew && link.name === '' ? required({ name: members.name }) : optional({ name: members.name })),
      ...(isFirst ? required({ email: members.email }) : {}),
      ...required({ password: password(hasAccount ? 1 : PASSWORD.min) }),
      ...optional({ language }),
    },
    body,
  );
  throwFaults(faults);
  return {
    name: (values.name as string | undefined) ?? link.name,
    email: isFirst ? ((values as { email?: string }).email ?? '') : link.email,
    password: (values.password as string | undefined) ?? '',
    language: (values.language as Language | undefined) ?? languageOf(link.language),
  };
}

const record = whenNeeded(() =>
  z
    .strictObject({
      kind: z
        .enum(['first-owner', 'invitation', 'reset'])
        .describe(
          'Whom it is for: the first owner of the server, an invited person, or a user who forgot their password.',
        ),
      email: said('Their email address; empty for the first owner, who chooses one.'),
      name: said('Their name as far as known, otherwise empty.'),
      customer_name: said('The customer that an invitation is for; otherwise empty.'),
      has_account: z.boolean().describe('Whether the address already has an account, whose password is then required.'),
    })
    .meta({ id: 'Welcome', description: 'What a link is for.' }),
);
export const welcomeAnswer = recordOf(record);

/** The record of a link. */
export function toWireWelcome(link: WelcomeLink, customerName: string, hasAccount: boolean) {
  const { kind, email, name } = link;
  return { kind, email, name, customer_name: customerName, has_account: hasAccount };
}
