// The command `key`: managing the API keys of customers.
import { addKey, changeDialect, listKeys, revokeKey } from '../../accounts/keys.ts';
import { findCustomer } from '../../accounts/queries.ts';
import { type Command, FLAG, type StoreContext, TEXT } from '../command.ts';
import { getCustomer } from '../lookup.ts';
import { printTable, timeText } from '../output.ts';

const OPTIONS = { name: TEXT, lenient: FLAG, strict: FLAG };

type Dialect = 'lenient' | 'strict';

export const keyCommand: Command<typeof OPTIONS> = {
  name: 'key',
  summary: 'API keys of a customer: add, list, update, revoke',
  usage: `<add|list|update|revoke> [options]

  add [<uid or email of the customer>] [options]   makes a key and shows it, once
  list [<uid or email of the customer>]            shows the keys by their first four characters
  update <id or key> --lenient | --strict          from the next request on the key speaks the other dialect
  revoke <id or key>                               a revoked key works no more from the next request on

Options:
  --name <name>   what the key is for
  --lenient       requests with it are read the patient way that existing client programs expect
                  (docs/wire-contract.md, section 13); --strict, the default: to the letter

The customer may be left out of add while there is only one.`,
  options: OPTIONS,
  run({ values, words: [action, which, ...more] }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0 || (values.lenient && values.strict)) return undefined;
      const dialect = values.lenient ? 'lenient' : values.strict ? 'strict' : undefined;
      if (action === 'list') return list(which, context);
      if (action === 'add') return add(which, { name: values.name ?? '', dialect }, context);
      if (which === undefined) return undefined;
      if (action === 'revoke') return revoke(which, context);
      return action === 'update' && dialect !== undefined ? update(which, dialect, context) : undefined;
    });
  },
};

async function add(
  which: string | undefined,
  { name, dialect }: { name: string; dialect: Dialect | undefined },
  { db, clock, print }: StoreContext,
): Promise<number> {
  const customer = await getCustomer(db, which);
  const { id, key } = await addKey(db, { customerId: customer.id, name, dialect }, clock);
  const kind = dialect === 'lenient' ? ' (lenient)' : '';
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
    rows.push([String(key.id), `${key.hint}…`, key.name, key.dialect, owner?.uid ?? '', made, state]);
  }
  printTable(['id', 'key', 'name', 'dialect', 'customer', 'made (UTC)', 'state'], rows, print);
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
