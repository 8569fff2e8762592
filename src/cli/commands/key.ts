// The command `key`: managing the API keys of customers.
import { addKey, changeKey, type KeyChanges, listKeys, revokeKey } from '../../accounts/keys/keys.ts';
import * as member from '../../accounts/keys/members.ts';
import type { ApiKey } from '../../accounts/keys/queries.ts';
import { findCustomer, firstCustomerId } from '../../accounts/queries.ts';
import type { Declaration } from '../../http/members/declare.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Command, FLAG, type StoreContext, TEXT, type Values } from '../command.ts';
import { type Columns, printList, timeColumn } from '../list.ts';
import { getCustomer } from '../lookup.ts';
import { timeText } from '../output.ts';

const OPTIONS = { name: TEXT, scope: TEXT, allow: TEXT, expires: TEXT, rate: TEXT, lenient: FLAG, strict: FLAG };

const CHANGES = Object.keys(OPTIONS)
  .map((name) => `--${name}`)
  .join(', ');

const ALL = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];

export const keyCommand: Command<typeof OPTIONS> = {
  name: 'key',
  summary: 'manage the API keys of a customer: add, list, update, revoke',
  example: 'add --name "shop" --scope read,write --expires 2027-01-01',
  usage: `<add|list|update|revoke> [options]

  add [<uid or email of the customer>] [options]   creates a key and shows it, once
  list [<uid or email of the customer>]            shows the keys by their first four characters
  update <id or key> [options]                     changes what is given; takes effect within a second
  revoke <id or key>                               ends the key within a second

Options:
  --name <name>     what the key is for
  --scope <what>    what its requests may do; separate several with commas:
                      read       see everything but people and keys
                      write      lists, subscribers, content, drafts, tests
                      send       send, schedule, resume, transactional emails
                      owner      everything of the customer, including people, keys, relays and domains
                      operator   the whole installation: customers, shared relays, metrics
                    viewer means read; editor read,write; sender read,write,send. Default: owner, and for the
                    first customer owner,operator
  --allow <where>   addresses and networks that its requests may come from, separated by commas
                    (203.0.113.7,10.0.0.0/8), or all
  --expires <when>  2027-01-01 or "2027-01-01 12:00:00" in UTC, or never
  --rate <number>   requests per minute, or usual: as set by MAILWRIGHT_RATE_LIMIT
  --lenient         reads its requests as leniently as existing client programs expect
                    (docs/wire-contract.md, section 13); --strict, the default, does not

add needs no customer while there is only one.`,
  options: OPTIONS,
  takes: { add: ALL, list: [], update: ALL, revoke: [] },
  run({ values, words: [action, which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (values.lenient && values.strict) return 'Give --lenient or --strict, not both.';
      if (action === 'list') return list(which, json, context);
      if (action === 'add') return add(which, changesOf(values, context), context);
      if (which === undefined) return undefined;
      if (action === 'revoke') return revoke(which, context);
      const changes = changesOf(values, context);
      if (Object.keys(changes).length === 0) return `Nothing to change: give ${CHANGES}.`;
      return update(which, changes, context);
    });
  },
};

/** What the options say. @throws AppError `bad_request` */
function changesOf(values: Values<typeof OPTIONS>, { clock }: StoreContext): KeyChanges {
  const { name, lenient, strict } = values;
  const scope = checked(values.scope, member.scope, 'The scope');
  const allow = values.allow === 'all' ? '' : checked(values.allow, member.allow, '--allow');
  const expires = values.expires === 'never' ? null : checked(values.expires, member.expires_at, '--expires');
  const expires_at = typeof expires === 'string' ? member.instantOf(expires) : expires;
  if (typeof expires_at === 'number' && expires_at <= clock.now())
    throw new AppError('bad_request', '--expires must be in the future.');
  const rate = values.rate === 'usual' ? null : checked(values.rate, member.rate_limit, '--rate');
  return {
    ...(name !== undefined && { name }),
    ...(scope !== undefined && { scope }),
    ...(allow !== undefined && { allow }),
    ...(expires_at !== undefined && { expires_at }),
    ...(rate !== undefined && { rate_limit: rate === null ? null : Number(rate) }),
    ...((lenient || strict) && { dialect: lenient ? 'lenient' : 'strict' }),
  };
}

/** The value of an option, checked as a member of a request is. */
function checked(given: string | undefined, { read, fault }: Declaration<unknown>, label: string) {
  if (given === undefined) return undefined;
  const value = read(given);
  const wrong = value === undefined ? `${label} cannot be blank.` : fault(value, label);
  if (wrong !== undefined) throw new AppError('bad_request', wrong);
  return String(value);
}

async function add(
  which: string | undefined,
  { expires_at, rate_limit, ...given }: KeyChanges,
  { db, clock, print }: StoreContext,
): Promise<number> {
  const customer = await getCustomer(db, which);
  const usual = customer.id === (await firstCustomerId(db)) ? 'owner,operator' : 'owner';
  const { name = '', scope = usual, allow, dialect = 'strict' } = given;
  const { id, key } = await addKey(
    db,
    {
      customerId: customer.id,
      name,
      scope,
      allow,
      expiresAt: expires_at,
      rateLimit: rate_limit,
      dialect: dialect === 'lenient' ? 'lenient' : 'strict',
    },
    clock,
  );
  const kinds = [...(given.scope === undefined ? [] : [scope]), ...(dialect === 'lenient' ? ['lenient'] : [])];
  const kind = kinds.length === 0 ? '' : ` (${kinds.join(', ')})`;
  print(`Key ${id}${kind} of customer ${customer.uid}, shown only once: ${key}`);
  return 0;
}

type ListedKey = { key: ApiKey; owner: string; state: 'works' | 'expired' | 'revoked' };

const COLUMNS: Columns<ListedKey> = {
  id: { value: ({ key }) => key.id },
  key: { value: ({ key }) => key.hint, text: ({ key }) => `${key.hint}…` },
  name: { value: ({ key }) => key.name },
  scope: { value: ({ key }) => key.scope },
  dialect: { value: ({ key }) => key.dialect },
  customer: { value: ({ owner }) => owner },
  created_at: timeColumn('made', ({ key }) => key.created_at),
  last_used_at: timeColumn('last used', ({ key }) => key.last_used_at, 'never'),
  allow: { title: 'limits', value: ({ key }) => key.allow, text: ({ key }) => limitsOf(key) },
  expires_at: { value: ({ key }) => isoOrNull(key.expires_at), isOnlyInJson: true },
  rate_limit: { value: ({ key }) => key.rate_limit, isOnlyInJson: true },
  state: {
    value: ({ state }) => state,
    text: ({ key, state }) => (state === 'revoked' ? `revoked ${timeText(key.revoked_at)}` : state),
  },
  revoked_at: { value: ({ key }) => isoOrNull(key.revoked_at), isOnlyInJson: true },
};

function limitsOf({ allow, expires_at: until, rate_limit: rate }: ApiKey): string {
  const limits = [allow, until === null ? '' : `until ${timeText(until)}`, rate === null ? '' : `${rate}/min`];
  return limits.filter(Boolean).join(' ');
}

async function list(which: string | undefined, json: boolean, { db, clock, print }: StoreContext): Promise<number> {
  const customer = which === undefined ? undefined : await getCustomer(db, which);
  const rows: ListedKey[] = [];
  for (const key of await listKeys(db, customer?.id)) {
    const owner = (await findCustomer(db, key.customer_id))?.uid ?? '';
    const hasExpired = key.expires_at !== null && key.expires_at <= clock.now();
    rows.push({ key, owner, state: key.revoked_at !== null ? 'revoked' : hasExpired ? 'expired' : 'works' });
  }
  printList(rows, COLUMNS, { json, print });
  return 0;
}

async function update(which: string, changes: KeyChanges, { db, print }: StoreContext): Promise<number> {
  const changed = await changeKey(db, which, changes);
  const isDialectOnly = Object.keys(changes).join() === 'dialect';
  print(`Key ${changed.id} (${changed.hint}…) is ${isDialectOnly ? changed.dialect : 'updated'} now.`);
  return 0;
}

async function revoke(which: string, { db, clock, print }: StoreContext): Promise<number> {
  const revoked = await revokeKey(db, which, clock);
  print(`Key ${revoked.id} (${revoked.hint}…) was revoked.`);
  return 0;
}
