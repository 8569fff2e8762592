// Reads what users change about themselves, and shows it.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, time, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { pageOf, readMembers, recordOf } from '../../http/members/schema.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { User, UserSession } from '../../storage/tables/people.ts';
import { LANGUAGES, MAX_NAME, PASSWORD, THEMES } from '../rules.ts';
import type { MeChange } from './change.ts';

const WORD = { fold: declare.lower };
const OLD = { min: 1, max: PASSWORD.max };

const changeMembers = optional({
  name: declare.line('Your name.', { max: MAX_NAME }),
  language: declare.oneOf('The language that you read.', LANGUAGES, WORD),
  theme: declare.oneOf('Light or dark, or as the system has it.', THEMES, WORD),
  hides_checklist: declare.yesNo('Whether you do not want to be shown what is left to do at first.'),
  current_password: declare.password('Your password until now; needed for a new one.', OLD),
  password: declare.password('A new password, at least 10 characters of any kind. All other sessions end.', PASSWORD),
});
export const changeBody = whenNeeded(() => z.object(changeMembers));

/** Reads a change. @throws AppError `invalid` with all faults */
export function readChange(body: FormObject): MeChange {
  const { values, faults } = readMembers(changeMembers, body);
  if (values.password !== undefined && values.current_password === undefined)
    faults['current_password'] ??= say('user-password-current');
  throwFaults(faults);
  return values;
}

const codeMembers = required({ code: declare.text('The code that the app shows now.', { max: 20 }) });
export const codeBody = whenNeeded(() => z.object(codeMembers));

/** Reads a code. @throws AppError `invalid` */
export function readCode(body: FormObject): string {
  const { values, faults } = readMembers(codeMembers, body);
  throwFaults(faults);
  return values.code ?? '';
}

const passwordMembers = required({ password: declare.password('Your password.', OLD) });
export const passwordBody = whenNeeded(() => z.object(passwordMembers));

/** Reads the password of who is signed in. @throws AppError `invalid` */
export function readPassword(body: FormObject): string {
  const { values, faults } = readMembers(passwordMembers, body);
  throwFaults(faults);
  return values.password ?? '';
}

const me = whenNeeded(() =>
  z
    .strictObject({
      uid: uid('Your id.'),
      name: said('Your name.'),
      email: said('Your mail address.'),
      language: z.enum(LANGUAGES).describe('The language that you read.'),
      theme: z.enum(THEMES).describe('Light or dark, or as the system has it.'),
      hides_checklist: z.boolean().describe('Whether the checklist of the first steps is not shown to you.'),
      has_totp: z.boolean().describe('Whether signing in needs a code, too.'),
      recovery_code_count: count('How many recovery codes are left.'),
      created_at: time('When the account was created, UTC.'),
    })
    .meta({ id: 'Me', description: 'Who is signed in.' }),
);
export const meAnswer = recordOf(me);

/** The record of who is signed in. */
export function toWireMe(user: User, codesLeft: number) {
  const { uid: own, name, email, language, theme, totp_secret, created_at } = user;
  return {
    uid: own,
    name,
    email,
    language,
    theme,
    hides_checklist: user.hides_checklist === 1,
    has_totp: totp_secret !== null,
    recovery_code_count: codesLeft,
    created_at: formatCalendarTime(created_at),
  };
}

const session = whenNeeded(() =>
  z
    .strictObject({
      session_uid: uid('Id of the session.'),
      ip_address: said('From where it was opened.'),
      user_agent: said('As the browser calls itself.'),
      created_at: time('When it was opened, UTC.'),
      seen_at: time('When it was last used, to within five minutes, UTC.'),
      is_current: z.boolean().describe('Whether this request came in it.'),
    })
    .meta({ id: 'UserSession', description: 'A session of yours.' }),
);
export const sessionsAnswer = pageOf(session);

/** The record of a session. */
export function toWireSession(
  { id, uid: session_uid, ip_address, user_agent, created_at, seen_at }: UserSession,
  current: number,
) {
  return {
    session_uid,
    ip_address,
    user_agent,
    is_current: id === current,
    created_at: formatCalendarTime(created_at),
    seen_at: formatCalendarTime(seen_at),
  };
}

export const begunAnswer = recordOf(() =>
  z
    .strictObject({
      secret: said('The secret to type into the app, base32.'),
      otpauth_uri: said('The same as an address, for a QR code.'),
    })
    .describe('What the app needs to know.'),
);
export const confirmedAnswer = recordOf(() =>
  z
    .strictObject({
      recovery_codes: z
        .array(said('A code that stands for one of the app, once.'))
        .describe('Ten codes for the day on which the app is lost, shown this once.'),
    })
    .describe('The second factor is set up.'),
);
