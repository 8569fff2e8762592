// Creates the demo's data through the interface: a list with typed fields, a segment, a template
// and a campaign.
import { once } from 'node:events';
import { join } from 'node:path';
import { counted } from '../kernel/text/counted.ts';
import type { Client } from './client.ts';
import { DEMO_FIELDS } from './list.ts';
import type { Processes } from './processes.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');

type DemoTools = { client: Client; print(line: string): void };

/** Creates a list with single opt-in. @returns its list_uid */
export async function createList({ client, print }: DemoTools): Promise<string> {
  const { list_uid } = await client.api.createList({
    body: {
      general: { name: 'Walkers', description: 'People who walk with us', opt_in: 'single' },
      defaults: { from_name: 'Walks', from_email: 'walks@example.com', reply_to: 'walks@example.com' },
    },
  });
  for (const body of DEMO_FIELDS) await client.api.createField({ list_uid, body });
  print(
    `A list with ${DEMO_FIELDS.length + 3} typed fields: EMAIL, FNAME, LNAME, ${DEMO_FIELDS.map((f) => f.tag).join(', ')}`,
  );
  return list_uid;
}

/** Creates a segment of paying customers. @returns its segment_uid */
export async function createSegment({ client, print }: DemoTools, listUid: string): Promise<string> {
  const { records } = (await client.api.listFields({ list_uid: listUid, per_page: 100 })).data;
  const plan = records.find(({ tag }) => tag === 'PLAN')?.field_id ?? '';
  const isPlan = (value: string) => ({ field_id: plan, operator_id: '1', value });
  const conditions = [isPlan('pro'), isPlan('team')];
  const body = { name: 'Paying walkers', operator_match: 'any', conditions } as const;
  const { data } = await client.api.createSegment({ list_uid: listUid, body });
  print(`A segment, plan is pro or team: ${counted(Number(data.record.subscribers_count), 'subscriber')}`);
  return data.record.segment_uid;
}

/** Creates a campaign, which begins at once or stays a draft. @returns its campaign_uid */
export async function createCampaign(
  { client, print }: DemoTools,
  place: { listUid: string; segmentUid: string; status?: 'draft'; name?: string },
): Promise<string> {
  const { template_uid } = await client.api.createTemplate({ body: { starting: 'newsletter' } });
  const { campaign_uid } = await client.api.createCampaign({
    body: {
      name: place.name ?? 'The new season',
      from_name: 'Walks & Wanders',
      from_email: 'walks@example.com',
      reply_to: 'walks@example.com',
      to_name: '[FNAME] [LNAME]',
      subject: '[FNAME:filter:defaultvalue(Hello)], the new season begins 🥾',
      send_at: '2026-01-01 08:00:00',
      list_uid: place.listUid,
      segment_uid: place.segmentUid,
      ...(place.status && { status: place.status }),
      template: { template_uid, auto_plain_text: 'yes' },
      options: { url_tracking: 'yes' },
    },
  });
  print('A campaign to that segment, from a template that comes with the server, with merge tags and images');
  return campaign_uid;
}

/**
 * Imports examples/subscribers.csv with the command, beside the running server, as an operator
 * would.
 */
export async function importExamples(options: {
  processes: Processes;
  mainFile: string;
  environment: Readonly<Record<string, string | undefined>>;
  listUid: string;
}): Promise<void> {
  const { processes, mainFile, environment, listUid } = options;
  const args = [mainFile, 'import', listUid, join(EXAMPLES, 'subscribers.csv')];
  const child = processes.start(args, { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}
