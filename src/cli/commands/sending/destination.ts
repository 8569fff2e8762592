// The command `destination`: lists throttled and parked destinations, and releases them.
import { forgetDestination, listDestinations } from '../../../delivery/throttling/destination-queries.ts';
import { AppError } from '../../../kernel/errors.ts';
import { findRelay } from '../../../relays/queries.ts';
import type { Destination } from '../../../storage/tables/delivery.ts';
import type { Command, StoreContext } from '../../command.ts';
import { type Columns, printList, timeColumn } from '../../list.ts';

export const destinationCommand: Command = {
  name: 'destination',
  summary: 'manage destinations that are slowed or parked: list, release',
  example: 'release 1 google.com',
  usage: `<list|release>

  list [<relay id>]            shows destinations that get messages more slowly, or none, and why
  release <relay id> <name>    sends to it at full speed again, immediately

A destination is a group of recipient domains on the same mail servers, such as google.com; * is the relay itself.
The relay of MAILWRIGHT_SMTP_URL has the id 0. See docs/throttling.md for how destinations are slowed and parked.`,
  options: {},
  run({ words: [action, relay, name, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (action === 'list' && name === undefined) {
        return list(relay === undefined ? undefined : idOf(relay), json, context);
      }
      if (action !== 'release' || relay === undefined || name === undefined) return undefined;
      return release(context, idOf(relay), name.toLowerCase());
    });
  },
};

/** Parses the id of a destination. @throws AppError `invalid` */
function idOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new AppError('invalid', `"${text}" is not a relay id: npx mailwright relay list shows them.`);
}

async function list(relayId: number | undefined, json: boolean, { db, print }: StoreContext): Promise<number> {
  const found = await listDestinations(db, relayId);
  if (found.length === 0 && relayId && !(await findRelay(db, relayId))) {
    throw new AppError('not_found', `There is no relay ${relayId}: npx mailwright relay list shows them.`);
  }
  if (found.length === 0 && !json) print('No destination is slowed or parked.');
  else printList(found, COLUMNS, { json, print });
  return 0;
}

const COLUMNS: Columns<Destination> = {
  relay: { value: (row) => row.relay_id },
  name: { value: ({ name }) => name },
  state: { value: ({ state }) => state },
  per_hour: { title: 'an hour', value: (row) => row.per_hour },
  parked_until: timeColumn('parked until', (row) => row.parked_until),
  refusals: { value: ({ refusals }) => refusals },
  reason: { title: 'after', value: ({ reason }) => reason },
};

async function release({ db, print }: StoreContext, relayId: number, name: string): Promise<number> {
  if (!(await forgetDestination(db, relayId, name))) {
    throw new AppError('not_found', `"${name}" is neither slowed nor parked at relay ${relayId}.`);
  }
  print(`${name} was released: relay ${relayId} sends to it at full speed again.`);
  return 0;
}
