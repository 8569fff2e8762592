// Reads users of a customer from requests and shows them in answers.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, time, timeOrNull, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { pageOf, readMembers, recordOf } from '../../http/members/schema.ts';
import { ROLES, type Role } from '../../http/rights.ts';
import { isMailAddress } from '../../kernel/address.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { WelcomeLink } from '../../storage/tables/people.ts';
import { LANGUAGES, type Language, MAX_EMAIL, MAX_NAME } from '../rules.ts';
import type { Member } from './queries.ts';

const WORD = { fold: declare.lower };
const role = declare.oneOf('What the user may do.', ROLES, WORD);

const invitation = {
  ...required({
    email: declare.address('Email address to invite.', { max: MAX_EMAIL, isAddress: isMailAddress }),
    role,
  }),
  ...optional({
    name: declare.line('Their name, if known; otherwise they enter it themselves.', { max: MAX_NAME }),
    language: declare.oneOf('Language of the email. Defaults to the inviter’s.', LANGUAGES, WORD),
  }),
};
export const inviteBody = whenNeeded(() => z.object(invitation));

/** Reads whom to invite. @throws AppError `invalid` with all faults */
export function readInvited(body: FormObject): {
  email: string;
  name: string;
  role: Role;
  language: Language | undefined;
} {
  const { values, faults } = readMembers(invitation, body);
  throwFaults(faults);
  const { email = '', name = '', role: given = 'viewer', language } = values;
  return { email, name, role: given, language };
}

const change = required({ role });
export const changeBody = whenNeeded(() => z.object(change));

/** Reads a role. @throws AppError `invalid` */
export function readRole(body: FormObject): Role {
  const { values, faults } = readMembers(change, body);
  throwFaults(faults);
  return values.role ?? 'viewer';
}

const shape = whenNeeded(() => ({
  user_uid: uid('Id of the user, or of the invitation.'),
  name: said('Name of the user.'),
  email: said('Email address of the user.'),
  role: z.enum(ROLES).describe('What the user may do.'),
  state: z
    .enum(['active', 'invited', 'disabled'])
    .describe('`invited`: the invitation has not been accepted yet; `disabled`: the operator has locked the user out.'),
  is_operator: z.boolean().describe('Whether the user is an operator of the installation.'),
  has_totp: z.boolean().describe('Whether the user has a second factor.'),
  created_at: time('When the user joined or was invited, UTC.'),
  seen_at: timeOrNull('When the user was last active, UTC; null if never.'),
  expires_at: timeOrNull('Until when the invitation can be accepted, UTC; null if there is none.'),
}));
const record = whenNeeded(() =>
  z.strictObject(shape()).meta({ id: 'User', description: 'A user of the customer, or an invitation.' }),
);

export const usersAnswer = pageOf(record);
export const userAnswer = recordOf(record);
export const invitedAnswer = recordOf(() =>
  z
    .strictObject({ ...shape(), link: said('The invitation link, which was also emailed; shown only once.') })
    .meta({ id: 'Invitation', description: 'An invitation and its link.' }),
);

/** The record of a member. */
export function toWireMember(member: Member) {
  const { uid: user_uid, name, email, role: theirs, is_operator, totp_secret, created_at, seen_at } = member;
  return {
    user_uid,
    name,
    email,
    role: theirs,
    state: member.disabled_at === null ? 'active' : 'disabled',
    is_operator: is_operator === 1,
    has_totp: totp_secret !== null,
    created_at: formatCalendarTime(created_at),
    seen_at: seen_at === null ? null : formatCalendarTime(Number(seen_at)),
    expires_at: null,
  };
}

/** The record of an invitation. */
export function toWireInvitation({ uid: user_uid, name, email, role: theirs, created_at, expires_at }: WelcomeLink) {
  return {
    user_uid,
    name,
    email,
    role: theirs,
    state: 'invited',
    is_operator: false,
    has_totp: false,
    created_at: formatCalendarTime(created_at),
    seen_at: null,
    expires_at: formatCalendarTime(expires_at),
  };
}
