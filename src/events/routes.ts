// The stream of events: what goes on with the campaigns, lists, jobs, domains and test inbox of a
// customer.
import { z } from 'zod';
import { mostConnections } from '../http/limits/connections.ts';
import * as declare from '../http/members/declare.ts';
import { optional } from '../http/members/member.ts';
import { readMembers } from '../http/members/schema.ts';
import { type Route, type Services, stream } from '../http/route.ts';
import { AppError, throwFaults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Db } from '../storage/tables.ts';
import { type Hub, newHub } from './hub.ts';
import { newStream } from './stream.ts';

/**
 * How many streams one process has, of a customer and of all: however few connections it takes,
 * streams leave some for requests.
 */
export function mostStreams(connections = mostConnections()): { ofOne: number; ofAll: number } {
  return { ofOne: Math.min(200, Math.ceil(connections / 8)), ofAll: Math.min(3_000, Math.ceil(connections / 2)) };
}

const MOST = mostStreams();

const hubs = new WeakMap<Db, Hub>();

function hubOf({ db, clock }: Services): Hub {
  const hub = hubs.get(db) ?? newHub({ db, clock });
  hubs.set(db, hub);
  return hub;
}

const query = optional({
  once: declare.yesNo('yes: only the current state, after which the stream ends.', { default: 'no' }),
});

const open: Route = {
  name: 'streamEvents',
  method: 'GET',
  path: '/events',
  needs: 'read',
  summary: 'Stream changes to campaigns, lists, jobs, sending domains and the test inbox as they happen',
  about: `Server-sent events (WHATWG HTML, section 9.2). The first event is \`snapshot\`: campaigns that are scheduled, being sent, paused, or ended in the last day; all lists; jobs that changed and sending domains that were looked up in the last ten minutes. It is followed by \`changes\` events, at most one per second, with whatever has changed, in the same form. After reconnecting (also with \`Last-Event-ID\`) a new snapshot is sent, so nothing is missed. A comment line every 15 seconds keeps the connection open. The stream ends with the session or key.

The data of both events is an object:

- \`campaigns\`: \`campaign_uid\`, \`status\`, \`audience\`, \`accepted\`, \`rejected\`, \`uncertain\`, \`skipped\`, \`deferred\` (counted up to a limit), \`unique_opens\`, \`unique_clicks\`, the same without machines as \`filtered_unique_opens\` and \`filtered_unique_clicks\`, \`unsubscribes\`, \`bounces\` (numbers), \`notice\` (why it is not progressing, or null), \`sentences\` (the same with codes and values)
- \`lists\`: \`list_uid\`, \`subscribers\`, \`confirmed\` (numbers)
- \`jobs\`: \`job_uid\` (the id of the import, export or action), \`kind\` (\`import\`, \`export\`, \`bulk\`, \`erase\`), \`list_uid\` (or null), \`state\` (\`idle\`, \`waiting\`, \`running\`, \`done\`, \`failed\`, \`cancelled\`), \`phase\` (for an import \`dry-run\`, \`import\` or \`undo\`, otherwise null), \`percent\` (0 to 100)
- \`domains\`: \`domain_uid\`, \`name\`, \`checked_at\` (when it was looked up in DNS, ms), \`broken\` (number of its DNS records that were right, and are now missing or wrong)
- \`inbox\`: one object for the test inbox, with \`newest_mail_id\` (of the latest email; null if there is none)`,
  group: 'Events',
  query: z.object(query),
  status: 200,
  answer: z.string().describe('Events, each with `id`, `event` and `data`.'),
  fileType: 'text/event-stream',
  refuses: [429],
  handle: async (call) => {
    const { values, faults } = readMembers(query, call.query);
    throwFaults(faults);
    const { customerId, actor } = call.caller;
    const hub = hubOf(call);
    if (hub.count() >= MOST.ofAll || hub.count(customerId) >= MOST.ofOne) {
      throw new AppError('too_many', say('request-streams'));
    }
    const isOperator = call.caller.rights.has('operate');
    const opened = newStream({ customerId, actor, isOperator }, (one) => hub.remove(one));
    hub.add(opened);
    return stream(values.once === 'yes' ? first(opened.texts()) : opened.texts(), () => opened.end());
  },
};

async function* first(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    yield text;
    return;
  }
}

export const eventRoutes: Route[] = [open];
