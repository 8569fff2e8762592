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
  language: declare.oneOf('Your language.', LANGUAGES, WORD),
  theme: declare.oneOf('Light, dark, or the system’s setting.', THEMES, WORD),
  hides_checklist: declare.yesNo('Whether the checklist of first steps is hidden.'),
  current_password: declare.password('Your current password; required to set a new one.', OLD),
  password: declare.password('A new password of at least 10 characters of any kind. All other sessions end.', PASSWORD),
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

const codeMembers = required({ code: declare.text('The code currently shown by the app.', { max: 20 }) });
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
      email: said('Your email address.'),
      language: z.enum(LANGUAGES).describe('Your language.'),
      theme: z.enum(THEMES).describe('Light, dark, or the system’s setting.'),
      hides_checklist: z.boolean().describe('Whether the checklist of first steps is hidden from you.'),
      has_totp: z.boolean().describe('Whether signing in also requires a code.'),
      recovery_code_count: count('Number of recovery codes left.'),
      created_at: time('When the account was created, UTC.'),
    })
    .meta({ id: 'Me', description: 'The signed-in user.' }),
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
      ip_address: said('IP address it was opened from.'),
      user_agent: said('The browser’s user agent.'),
      created_at: time('When it was opened, UTC.'),
      seen_at: time('When it was last used, to within five minutes, UTC.'),
      is_current: z.boolean().describe('Whether it is the session of this request.'),
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
      secret: said('The secret to enter in the app, base32.'),
      otpauth_uri: said('The same as a URI, for a QR code.'),
    })
    .describe('Data for the app.'),
);
export const confirmedAnswer = recordOf(() =>
  z
    .strictObject({
      recovery_codes: z
        .array(said('A code that can be used once instead of one from the app.'))
        .describe('Ten codes in case the app is lost, shown only once.'),
    })
    .describe('The second factor is set up.'),
);
