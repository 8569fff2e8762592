// Schemas of relays for the API reference: what may be sent, and what every answer is.
import { isIP } from 'node:net';
import { z } from 'zod';
import * as declare from '../http/members/declare.ts';
import { numberText, said, timeOrNull, yesNo } from '../http/members/described.ts';
import { optional, required } from '../http/members/member.ts';
import { pageOf, recordOf, successAnswer } from '../http/members/schema.ts';
import { reasonsLike, sentencesLike } from '../http/members/sentences.ts';
import { isMailAddress } from '../kernel/address.ts';
import { asError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { isDirect, parseDirect } from '../mail/smtp/direct/settings.ts';
import { isHostName, MOST, STATUSES, TLS_MODES } from './rules.ts';

const textOrNull = (about: string) => z.string().nullable().describe(about);

const listed = whenNeeded(() => ({
  server_id: numberText('Id of the delivery server; 0 is the configured relay.'),
  type: z.enum(['smtp', 'direct']).describe('A mail server, or delivery without one.'),
  name: said('Its name, for your own use.'),
  hostname: said('Its host name or IP address.'),
  status: z.enum(STATUSES).describe('Whether it is used for sending.'),
}));
const ABOUT = {
  tls: '`none`: never TLS; `opportunistic`: if the server offers it; `starttls`: no message without it; `implicit`: from the first byte.',
  perSecond: 'Maximum number of messages per second.',
  perMinute: 'Maximum number of messages per minute.',
  perHour: 'Maximum number of messages per hour.',
  perDay: 'Maximum number of messages per day.',
  perMonth: 'Maximum number of messages per month.',
  firstDay: 'Messages on the first day.',
  growth: 'Increase per day, in percent.',
  until: 'Number of messages per day at which the plan ends.',
};

const entry = whenNeeded(() =>
  z.strictObject(listed()).meta({ id: 'DeliveryServerEntry', description: 'A delivery server in a list.' }),
);
const record = whenNeeded(() =>
  z
    .strictObject({
      ...listed(),
      shared: yesNo('yes: it belongs to all customers and cannot be changed over the API.'),
      port: numberText('Its port.'),
      tls: z.enum(TLS_MODES).describe(ABOUT.tls),
      verify_tls: yesNo('Whether its certificate must be valid.'),
      username: textOrNull('User name; null if there is no log-in, or for a shared server.'),
      helo_name: textOrNull('HELO name; null for the default.'),
      lanes: numberText('Maximum number of concurrent connections.'),
      messages_per_connection: textOrNull('Messages per connection; null for as many as the server accepts.'),
      priority: numberText('Lowest first; others are used if it is unavailable.'),
      weight: numberText('Share among servers with the same priority.'),
      quotas: z
        .strictObject({
          per_second: textOrNull(ABOUT.perSecond),
          per_minute: textOrNull(ABOUT.perMinute),
          per_hour: textOrNull(ABOUT.perHour),
          per_day: textOrNull(ABOUT.perDay),
          per_month: textOrNull(ABOUT.perMonth),
        })
        .describe('Limits; null if none.'),
      warm_up: z
        .strictObject({
          first_day: numberText(ABOUT.firstDay),
          growth_percent: numberText(ABOUT.growth),
          until: numberText(ABOUT.until),
          started: said('When the plan began.'),
        })
        .nullable()
        .describe('Warm-up, which increases the use of a new server day by day; null if it is not warmed up.'),
      fault: textOrNull('Why it is unavailable at the moment; null if no problem is known.'),
      sentences: sentencesLike('fault'),
      fault_at: timeOrNull('Since when, `Y-m-d H:i:s` in the customer’s time zone.'),
      date_added: timeOrNull(
        'When it was added, `Y-m-d H:i:s` in the customer’s time zone; null if configured by the operator.',
      ),
      last_updated: timeOrNull(
        'When it was last changed, `Y-m-d H:i:s` in the customer’s time zone; null if configured by the operator.',
      ),
    })
    .meta({ id: 'DeliveryServer', description: 'A relay that emails are sent through.' }),
);

export const relaysAnswer = pageOf(entry);
export const relayAnswer = recordOf(record);
export const createdAnswer = successAnswer(() => ({ server_id: numberText('Id of the new delivery server.') }));
export const doneAnswer = successAnswer({});
export const probeAnswer = successAnswer(() => ({
  data: z.strictObject({
    works: yesNo('Whether it accepts mail.'),
    result: said('One line: "ok: …", or the step that failed and why.'),
    sentences: reasonsLike('Why it does not work; empty if it works'),
    took_ms: numberText('Duration in milliseconds.'),
  }),
}));

const number = (about: string, max: number) => declare.integer(about, { min: 1, max });

const isGreeting = (name: string) => isHostName(name) || /^\[[\d.]+\]$|^\[IPv6:[\da-f:.]+\]$/i.test(name);

function directFault(sent: string): string | undefined {
  try {
    parseDirect(sent);
    return undefined;
  } catch (error) {
    return asError(error).message;
  }
}

/** Members that are read by themselves. */
const MEMBERS = {
  name: declare.text('Its name, for your own use. Defaults to the hostname.', { max: 255 }),
  port: number('Defaults by TLS: none 25, opportunistic and starttls 587, implicit 465.', 65_535),
  tls: declare.oneOf(`${ABOUT.tls} A password requires a value other than \`none\`.`, TLS_MODES, {
    fold: declare.lower,
    default: 'starttls',
    label: 'TLS',
  }),
  verify_tls: declare.yesNo('Whether its certificate must be valid.', { default: 'yes', label: 'Verify TLS' }),
  username: declare.text('User name; requires a password, and vice versa.', { max: 255 }),
  helo_name: declare.text('HELO name: a host name, or an IP address in brackets.', {
    max: 255,
    check: (sent) => (isGreeting(sent) ? undefined : say('relay-helo')),
  }),
  lanes: number('Maximum number of concurrent connections. Defaults to 20.', MOST.lanes),
  messages_per_connection: number('Messages per connection. Defaults to as many as the server accepts.', MOST.messages),
  priority: number('Lowest first; others are used if it is unavailable. Defaults to 100.', MOST.priority),
  weight: number('Share among servers with the same priority. Defaults to 1.', MOST.weight),
  status: declare.oneOf('Whether it is used for sending.', STATUSES, { fold: declare.lower, default: 'active' }),
};
const HOSTNAME = {
  hostname: declare.text(
    'A host name or IP address, which must resolve to a public address. Operators may use `direct:`: mail goes directly to the recipients’ servers.',
    {
      max: 253,
      check: (sent) =>
        isDirect(sent) ? directFault(sent) : isIP(sent) !== 0 || isHostName(sent) ? undefined : say('relay-hostname'),
    },
  ),
};
export const members = optional({ ...MEMBERS, ...HOSTNAME });
export const quotaMembers = optional({
  per_second: number(ABOUT.perSecond, MOST.perSecond),
  per_minute: number(ABOUT.perMinute, MOST.messages),
  per_hour: number(ABOUT.perHour, MOST.messages),
  per_day: number(ABOUT.perDay, MOST.messages),
  per_month: number(ABOUT.perMonth, MOST.messages),
});
export const warmUpMembers = optional({
  first_day: number(ABOUT.firstDay, MOST.messages),
  growth_percent: number(`${ABOUT.growth} Defaults to 20.`, MOST.growthPercent),
  until: number(`${ABOUT.until} Must not be less than first_day.`, MOST.messages),
});
/** Read with the log-in that it belongs to. Spaces at its ends are its own. */
const password = declare.text('Stored encrypted and never returned; requires a user name, and vice versa.', {
  max: 1000,
});

const others = whenNeeded(() => ({
  ...optional({ ...MEMBERS, password }),
  quotas: z
    .object(quotaMembers)
    .meta({
      id: 'QuotasInput',
      description: 'Limits; null or empty removes one, or all of them if sent for the whole block.',
    })
    .nullish(),
  warm_up: z
    .object(warmUpMembers)
    .meta({
      id: 'WarmUpInput',
      description:
        'Increases the use of a new server day by day; a plan requires first_day and until. null removes it.',
    })
    .nullish(),
}));
const { hostname } = required(HOSTNAME);

export const newRelayBody = whenNeeded(() =>
  z.object({ hostname, ...others() }).meta({ id: 'NewDeliveryServer', description: 'A new delivery server.' }),
);
export const changedRelayBody = whenNeeded(() =>
  z.object({ hostname: hostname.optional(), ...others() }).meta({
    id: 'DeliveryServerChanges',
    description: 'Changes to a delivery server. Absent members stay unchanged; empty ones are removed.',
  }),
);
export const probeMembers = optional({
  from: declare.address('Asks the server whether it accepts mail from this address. No message is sent.', {
    max: 320,
    isAddress: isMailAddress,
  }),
});
export const probeBody = whenNeeded(() => z.object(probeMembers).describe('What to test.'));
