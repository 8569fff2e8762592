// What the audit keeps of a call: who, from where, what, when; nothing of what was sent.
import type { Done } from '../http/audited.ts';
import type { ActingUser, Actor } from '../http/route.ts';

/** What people do that is no route of its own. */
export const OTHER_OPERATIONS = [
  'failedSignIn',
  'createFirstOwner',
  'acceptInvitation',
  'changePassword',
  'resetPassword',
  'removeCustomer',
] as const;

export type Entry = {
  customerId: number;
  /** The name of the route, or one of OTHER_OPERATIONS. */
  operation: string;
  /** What it was done to; undefined: nothing that has an id. */
  object: AuditObject | undefined;
  actor: { kind: Actor['kind']; uid: string; name: string };
  /** Of the connection, as a trusted proxy says; '' when that is no address. */
  ipAddress: string;
};

/** A thing by its id. `kind`: as the interface names it, without `_uid` (`campaign`, `list`). */
export type AuditObject = { kind: string; id: string };

export const NOBODY = { kind: 'nobody', uid: '', name: '' } as const;

/** The actor of a call in which a user proves who they are, such as signing in. */
export function userActor({ uid, name }: Pick<ActingUser, 'uid' | 'name'>): Entry['actor'] {
  return { kind: 'user', uid, name };
}

/**
 * The entry of a call.
 * @param nobodysCustomerId whose audit has what callers without a customer did
 * @returns undefined when nobody did anything: an open route that did not find out who calls
 */
export function entryOf({ route, caller, params, ipAddress, reply }: Done, nobodysCustomerId: number) {
  const { by, operation = route.name } = ('body' in reply ? reply.audit : undefined) ?? {};
  if (route.needs === 'open' && !by) return undefined;
  const { actor } = caller;
  const entry: Entry = {
    customerId: by?.customerId ?? (caller.customerId === 0 ? nobodysCustomerId : caller.customerId),
    operation,
    object: objectOf(params, reply),
    actor: by
      ? userActor(by)
      : actor.kind === 'nobody'
        ? NOBODY
        : { kind: actor.kind, uid: actor.uid, name: actor.name },
    ipAddress,
  };
  return entry;
}

/** What was made, else the last thing that the path names. Addresses of people are no ids. */
function objectOf(params: Done['params'], reply: Done['reply']): AuditObject | undefined {
  const named = idsIn(params);
  const made = 'body' in reply && reply.status === 201 ? idsIn({ ...recordIn(reply.body), ...reply.body }) : [];
  return made.find(({ id }) => !named.some((one) => one.id === id)) ?? named.at(-1);
}

function recordIn(body: Record<string, unknown>): Record<string, unknown> {
  const record = (body['data'] as { record?: unknown } | undefined)?.record;
  return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : {};
}

function idsIn(members: Record<string, unknown>): AuditObject[] {
  return Object.entries(members).flatMap(([name, id]) => {
    const kind = /^(\w+)_u?id$/.exec(name)?.[1];
    return kind !== undefined && typeof id === 'string' && id !== '' ? [{ kind, id }] : [];
  });
}
