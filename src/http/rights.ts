// Rights, roles and scopes: which right a route needs, and who has it. A user has a role for each
// customer; the scope of an API key is a role or some rights by name. The operator's right applies
// to the whole installation and is added.
import { AppError } from '../kernel/errors.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';

/**
 * - read: everything of the customer except people and keys
 * - edit: lists, subscribers, content, drafts, tests
 * - send: everything that sends mail: send, schedule, resume
 * - own: people, keys, company, relays and domains of the customer
 * - operate: the installation: its customers, shared relays, health
 */
export type Right = 'read' | 'edit' | 'send' | 'own' | 'operate';
export type Rights = ReadonlySet<Right>;

/** From the most rights to the fewest. */
export const ROLES = ['owner', 'sender', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const RIGHTS_OF: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['read'],
  editor: ['read', 'edit'],
  sender: ['read', 'edit', 'send'],
  owner: ['read', 'edit', 'send', 'own'],
};

const plain = new Map(ROLES.map((role) => [role, new Set(RIGHTS_OF[role])]));
const operators = new Map(ROLES.map((role) => [role, new Set<Right>([...RIGHTS_OF[role], 'operate'])]));

/** Names in the scope of an API key; the rights of several add up. */
export const SCOPES = [...ROLES, 'read', 'write', 'send', 'operator'] as const;
export type Scope = (typeof SCOPES)[number];

const RIGHTS_BY_SCOPE: Readonly<Record<Scope, readonly Right[]>> = {
  ...RIGHTS_OF,
  read: ['read'],
  write: ['edit'],
  send: ['send'],
  operator: ['operate'],
};

/** Writing several names in their order, each once; undefined when one is not known. */
export function scopeText(names: readonly string[]): string | undefined {
  if (names.length === 0 || names.some((name) => !SCOPES.some((scope) => scope === name))) return undefined;
  return SCOPES.filter((scope) => names.includes(scope)).join(',');
}

/** The rights of a stored scope, names with commas; unknown names give none. */
export function rightsOfScope(stored: string): Rights {
  const names = stored.split(',');
  return new Set(SCOPES.filter((scope) => names.includes(scope)).flatMap((scope) => RIGHTS_BY_SCOPE[scope]));
}

/** The rights that a stored scope gives by their own names, not by that of a role. */
export function rightsByName(stored: string): Rights {
  const names = stored.split(',');
  const own = SCOPES.filter((scope) => names.includes(scope) && !ROLES.some((role) => role === scope));
  return new Set(own.flatMap((scope) => RIGHTS_BY_SCOPE[scope]));
}

/** The rights of a role, with the operator's or without. */
export function rightsOf(role: Role, isOperator: boolean): Rights {
  return (isOperator ? operators : plain).get(role) ?? new Set();
}

/** The role of a stored name; the one with the fewest rights for an unknown name. */
export function roleNamed(name: string): Role {
  return ROLES.find((role) => role === name) ?? 'viewer';
}

/**
 * Whether the content of mails to one person is shown: a link in it may give access, such as one
 * that sets a password, which callers who may only read do not need.
 */
export function showsMails(rights: Rights): boolean {
  return rights.has('edit') || rights.has('send');
}

/** The refusal of a caller who lacks the right. */
export const REFUSALS: Readonly<Record<Right, Told>> = {
  read: say('right-read'),
  edit: say('right-write'),
  send: say('right-send'),
  own: say('right-owner'),
  operate: say('right-operator'),
};

/** @throws AppError `forbidden`, with a text that names the right */
export function requireRight({ rights }: { rights: Rights }, needed: Right): void {
  if (!rights.has(needed)) throw new AppError('forbidden', REFUSALS[needed]);
}
