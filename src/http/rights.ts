// Rights and roles: which right a route needs, and who has it. A user has a role for each customer,
// an API key has one as its scope; the operator's right applies to the whole installation and is
// added.
import { AppError } from '../kernel/errors.ts';

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

/** The rights of a role, with the operator's or without. */
export function rightsOf(role: Role, isOperator: boolean): Rights {
  return (isOperator ? operators : plain).get(role) ?? new Set();
}

/** The role of a stored name; the one with the fewest rights for an unknown name. */
export function roleNamed(name: string): Role {
  return ROLES.find((role) => role === name) ?? 'viewer';
}

/** What is answered to who has not the right. */
export const REFUSALS: Readonly<Record<Right, string>> = {
  read: 'This needs a role with the customer.',
  edit: 'Changing this needs the role (or scope of the API key) editor, sender or owner.',
  send: 'Sending, scheduling and resuming need the role (or scope of the API key) sender or owner.',
  own: 'This needs the role (or scope of the API key) owner.',
  operate: 'This is for the operator of the installation.',
};

/** @throws AppError `forbidden`, with a text that names the right */
export function requireRight({ rights }: { rights: Rights }, needed: Right): void {
  if (!rights.has(needed)) throw new AppError('forbidden', REFUSALS[needed]);
}
