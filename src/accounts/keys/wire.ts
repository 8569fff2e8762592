// Reads API keys from requests and shows them in answers.
import { z } from 'zod';
import { DIALECTS, type DialectName } from '../../http/dialect.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, time, timeOrNull, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { pageOf, readMembers, recordOf } from '../../http/members/schema.ts';
import { ROLES, type Role } from '../../http/rights.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import type { ApiKey } from './queries.ts';

const MAX_NAME = 100;
const WORD = { fold: declare.lower };

const members = {
  ...required({ name: declare.line('What the key is for.', { max: MAX_NAME }) }),
  ...optional({
    scope: declare.oneOf('What its requests may do, as the role of a user.', ROLES, { ...WORD, default: 'owner' }),
    dialect: declare.oneOf('How its requests are read.', DIALECTS, { ...WORD, default: 'strict' }),
  }),
};
export const keyBody = z.object(members);

/** Reads a new key. @throws AppError `invalid` with all faults */
export function readKey(body: FormObject): { name: string; scope: Role; dialect: DialectName } {
  const { values, faults } = readMembers(members, body);
  throwFaults(faults);
  const { name = '', scope = 'owner', dialect = 'strict' } = values;
  return { name, scope, dialect };
}

const shape = {
  key_uid: uid('Id of the key.'),
  name: said('What the key is for.'),
  scope: z.enum(ROLES).describe('What its requests may do.'),
  dialect: z.enum(DIALECTS).describe('How its requests are read.'),
  hint: said('The first four characters of the key.'),
  created_at: time('When it was created, UTC.'),
  revoked_at: timeOrNull('When it was revoked, UTC; null: it works.'),
};
const record = z.strictObject(shape).meta({ id: 'ApiKey', description: 'An API key without the key itself.' });

export const keysAnswer = pageOf(record);
export const createdAnswer = recordOf(
  z.strictObject({ ...shape, api_key: said('The key, shown this once.') }).describe('The new key.'),
);

/** The record of a key. */
export function toWireKey({ uid: key_uid, name, scope, dialect, hint, created_at, revoked_at }: ApiKey) {
  return {
    ...{ key_uid, name, scope, dialect, hint },
    created_at: formatCalendarTime(created_at),
    revoked_at: revoked_at === null ? null : formatCalendarTime(revoked_at),
  };
}
