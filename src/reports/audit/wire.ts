// The audit: what is asked for, and how it is answered.
import { z } from 'zod';
import type { AuditFilter } from '../../audit/queries.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, uid } from '../../http/members/described.ts';
import { type KeysetRequest, keysetPage, keysetQuery, readKeyset } from '../../http/members/keyset.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { parseInstant } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { AuditEntry } from '../../storage/tables/people.ts';
import { instant, iso } from '../wire.ts';
import { objectKey } from './names.ts';

const members = {
  ...optional({
    actor_uid: declare.uid('Only actions of this user or API key.'),
    operation: declare.text('Only this operation, by its name.', { max: 100 }),
    from: declare.instant('Only actions at that time or later.'),
    until: declare.instant('Only actions before that time.'),
  }),
  ...keysetQuery({ most: 200 }),
};
export const auditQuery = whenNeeded(() => z.object(members));

/** Which entries are asked for. @throws AppError `invalid` */
export function readAudit(query: FormObject): { filter: AuditFilter; request: KeysetRequest } {
  const { values, faults } = readMembers(members, query);
  const request = readKeyset(values, ['number', 'number'], faults);
  throwFaults(faults);
  const { actor_uid, operation, from, until } = values;
  const at = (text: string | undefined) => (text === undefined ? undefined : parseInstant(text));
  return { filter: { actorUid: actor_uid, operation, from: at(from), until: at(until) }, request };
}

const entry = whenNeeded(() =>
  z
    .strictObject({
      at: instant('When.'),
      operation: said(
        'The action: the name of an operation of this reference, or `failedSignIn`, `changePassword`, `resetPassword`, `createFirstOwner`, `acceptInvitation`.',
      ),
      actor: z
        .strictObject({
          kind: z.enum(['user', 'key', 'nobody']).describe('A user, an API key, or unknown.'),
          uid: uid('Id of the user or API key; empty if unknown.'),
          name: said('The name that the user or API key had at that time.'),
        })
        .describe('Who did it.'),
      object: z
        .strictObject({
          kind: said('Its kind, such as `campaign`, `list` or `subscriber`.'),
          id: uid('Its id.'),
          name: said('Its current name; null if it is deleted, or has none.').nullable(),
        })
        .nullable()
        .describe('The object of the action; null if it has no id.'),
      ip_address: said('IP address; empty if not known.'),
    })
    .meta({ id: 'AuditEntry', description: 'An action of someone.' }),
);

export const auditAnswer = keysetPage(entry);

/** The record of an entry. */
export function toWireEntry(row: AuditEntry, names: ReadonlyMap<string, string>) {
  const { at, operation, actor_kind, actor_uid, actor_name, object_kind, object_id, ip_address } = row;
  return {
    at: iso(at),
    operation,
    actor: { kind: actor_kind, uid: actor_uid, name: actor_name },
    object:
      object_kind === ''
        ? null
        : { kind: object_kind, id: object_id, name: names.get(objectKey(object_kind, object_id)) ?? null },
    ip_address,
  };
}
