// The command `person`: what is stored about somebody, and its erasure.

import { insertEntries } from '../../audit/queries.ts';
import { rightsOf } from '../../http/rights.ts';
import { erasePerson } from '../../jobs/erasure/erase.ts';
import { emailKey, isMailAddress } from '../../kernel/address.ts';
import { AppError } from '../../kernel/errors.ts';
import { storedFactsOf } from '../../reports/people/export.ts';
import { personOf } from '../../reports/people/person.ts';
import { personPage } from '../../reports/people/person-page.ts';
import { isNothing, toWireStored } from '../../reports/people/wire-export.ts';
import { type Command, FLAG, TEXT } from '../command.ts';
import { getCustomer } from '../lookup.ts';
import { jsonText, printTable } from '../output.ts';

const OPTIONS = { customer: TEXT, html: FLAG, 'keep-suppressed': FLAG, yes: FLAG };

export const personCommand: Command<typeof OPTIONS> = {
  name: 'person',
  summary: 'export or erase everything stored about a person: export, erase',
  example: 'export bob@example.com --html > bob.html',
  usage: `<export|erase> <address> [options]

  export <address>       prints everything stored about the address, across all lists, as JSON
  erase <address>        erases it permanently (needs --yes); the statistics of campaigns stay as they are

Options:
  --customer <uid or email>   whose data (optional with a single customer)
  --html                      as a page to read, print or send (export)
  --keep-suppressed           keeps a hash, so that the address is never emailed again (erase)
  --yes                       erases without asking for confirmation (erase)`,
  options: OPTIONS,
  takes: { export: ['customer', 'html'], erase: ['customer', 'keep-suppressed', 'yes'] },
  async run({ values, words: [action, email, ...more] }, { withStore }) {
    if ((action !== 'export' && action !== 'erase') || email === undefined || more.length > 0) return undefined;
    return withStore(async ({ db, clock, print }) => {
      if (!isMailAddress(email)) throw new AppError('invalid', `"${email}" is not an email address.`);
      const customer = await getCustomer(db, values.customer);
      const [key, at] = [emailKey(email), clock.now()];
      if (action === 'export') {
        const facts = await personOf(db, { customer_id: customer.id, email_key: key, email });
        const found = toWireStored(facts, await storedFactsOf(db, facts, rightsOf('owner', true)));
        if (isNothing(found)) throw new AppError('not_found', 'Nothing is stored about this address.');
        print(values.html ? personPage(email, found, at) : jsonText(found));
        return 0;
      }
      if (!values.yes) throw new AppError('invalid', 'This cannot be undone: confirm with --yes.');
      const actor = { kind: 'nobody', uid: '', name: 'npx mailwright' } as const;
      const entry = {
        customerId: customer.id,
        operation: 'erasePersonByEmail',
        object: undefined,
        actor,
        ipAddress: '',
      };
      const erased = await erasePerson(db, customer.id, key, {
        keepsSuppressed: values['keep-suppressed'] ?? false,
        at,
        note: (tx) => insertEntries(tx, [entry], at),
      });
      const rows = Object.entries(erased).map(([what, n]) => [what, String(n)]);
      printTable(['what', 'erased'], rows, print);
      return 0;
    });
  },
};
