// Schemas of relays for the API reference: what may be sent, and what every answer is.
import { z } from 'zod';
import { pageOf, successAnswer } from '../http/schema.ts';
import { MOST, STATUSES, TLS_MODES } from './rules.ts';

const yesNo = z.enum(['yes', 'no']);
const textOrNull = z.string().nullable();

const listed = {
  server_id: z.string().describe('"0" is the relay of the configuration.'),
  type: z.literal('smtp'),
  name: z.string(),
  hostname: z.string(),
  status: z.enum(STATUSES),
};

const record = z.strictObject({
  ...listed,
  shared: yesNo.describe('yes: belongs to all customers and cannot be changed over the interface.'),
  port: z.string(),
  tls: z.enum(TLS_MODES),
  verify_tls: yesNo,
  username: textOrNull,
  helo_name: textOrNull,
  lanes: z.string(),
  messages_per_connection: textOrNull,
  priority: z.string(),
  weight: z.string(),
  quotas: z.strictObject({
    per_second: textOrNull,
    per_minute: textOrNull,
    per_hour: textOrNull,
    per_day: textOrNull,
    per_month: textOrNull,
  }),
  warm_up: z
    .strictObject({ first_day: z.string(), growth_percent: z.string(), until: z.string(), started: z.string() })
    .nullable(),
  fault: textOrNull.describe('Why it cannot be used at the moment; null = nothing is known to be wrong.'),
  fault_at: textOrNull,
  date_added: textOrNull,
  last_updated: textOrNull,
});

export const relaysAnswer = pageOf(z.strictObject(listed));
export const relayAnswer = successAnswer({ data: z.strictObject({ record }) });
export const createdAnswer = successAnswer({ server_id: z.string() });
export const doneAnswer = successAnswer({});
export const probeAnswer = successAnswer({
  data: z.strictObject({
    works: yesNo,
    result: z.string().describe('One line: "ok: …", or the step that failed and why.'),
    took_ms: z.string(),
  }),
});

const text = (max: number, about = '') => z.string().max(max).optional().describe(about);
const number = (most: number, about = '') => z.int().min(1).max(most).optional().describe(about);

const members = {
  name: text(255, 'The hostname unless given.'),
  hostname: text(253, 'A name or IP address; it must lead to a public address.'),
  port: number(65_535, 'Default by TLS: none 25, opportunistic and starttls 587, implicit 465.'),
  tls: z.enum(TLS_MODES).optional().describe('Default starttls: no message without it.'),
  verify_tls: yesNo.optional().describe('Whether the certificate must be in order. Default yes.'),
  username: text(255, 'With a password, or neither.'),
  password: text(1000, 'Stored sealed and never answered.'),
  helo_name: text(255, 'Name to greet with.'),
  lanes: number(MOST.lanes, 'Connections at a time. Default 20.'),
  messages_per_connection: number(MOST.messages, 'Default: as many as the server takes.'),
  priority: number(MOST.priority, 'The lowest goes first; others step in when it cannot. Default 100.'),
  weight: number(MOST.weight, 'Share among those of the same priority. Default 1.'),
  quotas: z
    .object({
      per_second: number(MOST.perSecond),
      per_minute: number(MOST.messages),
      per_hour: number(MOST.messages),
      per_day: number(MOST.messages),
      per_month: number(MOST.messages),
    })
    .optional(),
  warm_up: z
    .object({
      first_day: number(MOST.messages, 'Messages on the first day.'),
      growth_percent: number(MOST.growthPercent, 'More each day. Default 20.'),
      until: number(MOST.messages, 'Messages a day at which the plan is over.'),
    })
    .optional(),
  status: z.enum(STATUSES).optional(),
};

export const newRelayBody = z.object({ ...members, hostname: z.string().max(253) });
export const changedRelayBody = z.object(members).describe('What is not sent stays; what is sent empty is taken away.');
export const probeBody = z.object({
  from: text(320, 'Asks the server whether it takes mail from this address. No message is sent.'),
});
