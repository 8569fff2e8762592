// The command `key`: managing the API keys of customers.
import { addKey, changeDialect, listKeys, revokeKey } from '../../accounts/keys/keys.ts';
import { findCustomer, firstCustomerId } from '../../accounts/queries.ts';
import { ROLES, type Role } from '../../http/rights.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Command, FLAG, type StoreContext, TEXT } from '../command.ts';
import { getCustomer } from '../lookup.ts';
import { printTable, timeText } from '../output.ts';

const OPTIONS = { name: TEXT, scope: TEXT, lenient: FLAG, strict: FLAG };

type Dialect = 'lenient' | 'strict';

export const keyCommand: Command<typeof OPTIONS> = {
  name: 'key',
  summary: 'API keys of a customer: add, list, update, revoke',
  usage: `<add|list|update|revoke> [options]

  add [<uid or email of the customer>] [options]   makes a key and shows it, once
  list [<uid or email of the customer>]            shows the keys by their first four characters
  update <id or key> --lenient | --strict          within a second the key speaks the other dialect
  revoke <id or key>                               within a second a revoked key works no more

Options:
  --name <name>   what the key is for
  --scope <what>  what its requests may do: owner (default) everything of the customer, for the first customer also
                  what is the operator's; sender all but keys, people, relays and domains; editor all of that but
                  sending; viewer only reading
  --lenient       requests with it are read the patient way that existing client programs expect
                  (docs/wire-contract.md, section 13); --strict, the default: to the letter

The customer may be left out of add while there is only one.`,
  options: OPTIONS,
  run({ values, words: [action, which, ...more] }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0 || (values.lenient && values.strict)) return undefined;
      const dialect = values.lenient ? 'lenient' : values.strict ? 'strict' : undefined;
      if (action === 'list') return list(which, context);
      if (action === 'add')
        return add(which, { name: values.name ?? '', dialect, scope: scopeOf(values.scope) }, context);
      if (which === undefined) return undefined;
      if (action === 'revoke') return revoke(which, context);
      return action === 'update' && dialect !== undefined ? update(which, dialect, context) : undefined;
    });
  },
};

/** @throws AppError `bad_request` */
function scopeOf(given: string | undefined): Role {
  const scope = ROLES.find((role) => role === (given ?? 'owner'));
  if (scope) return scope;
  throw new AppError('bad_request', `The scope must be one of: ${ROLES.join(', ')}.`);
}

async function add(
  which: string | undefined,
  { name, dialect, scope }: { name: string; dialect: Dialect | undefined; scope: Role },
  { db, clock, print }: StoreContext,
): Promise<number> {
  const customer = await getCustomer(db, which);
  const isOperator = customer.id === (await firstCustomerId(db));
  const { id, key } = await addKey(db, { customerId: customer.id, name, dialect, scope, isOperator }, clock);
  const kinds = [...(scope === 'owner' ? [] : [scope]), ...(dialect === 'lenient' ? ['lenient'] : [])];
  const kind = kinds.length === 0 ? '' : ` (${kinds.join(', ')})`;
  print(`Key ${id}${kind} of customer ${customer.uid}, shown this once: ${key}`);
  return 0;
}

async function list(which: string | undefined, { db, print }: StoreContext): Promise<number> {
  const customer = which === undefined ? undefined : await getCustomer(db, which);
  const rows: string[][] = [];
  for (const key of await listKeys(db, customer?.id)) {
    const owner = await findCustomer(db, key.customer_id);
    const state = key.revoked_at === null ? 'works' : `revoked ${timeText(key.revoked_at)}`;
    const made = timeText(key.created_at);
    rows.push([String(key.id), `${key.hint}…`, key.name, key.scope, key.dialect, owner?.uid ?? '', made, state]);
  }
  printTable(['id', 'key', 'name', 'scope', 'dialect', 'customer', 'made (UTC)', 'state'], rows, print);
  return 0;
}

async function update(which: string, dialect: Dialect, { db, print }: StoreContext): Promise<number> {
  const changed = await changeDialect(db, which, dialect);
  print(`Key ${changed.id} (${changed.hint}…) is ${dialect} now.`);
  return 0;
}

async function revoke(which: string, { db, clock, print }: StoreContext): Promise<number> {
  const revoked = await revokeKey(db, which, clock);
  print(`Key ${revoked.id} (${revoked.hint}…) is revoked.`);
  return 0;
}
