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
  server_id: numberText('Id of the delivery server; 0 is the relay of the configuration.'),
  type: z.enum(['smtp', 'direct']).describe('A mail server, or delivery without one.'),
  name: said('Its name, for you.'),
  hostname: said('Its host name or IP address.'),
  status: z.enum(STATUSES).describe('Whether mail goes through it.'),
}));
const ABOUT = {
  tls: '`none`: never TLS; `opportunistic`: when the server offers it; `starttls`: no message without it; `implicit`: from the first byte.',
  perSecond: 'Most messages a second.',
  perMinute: 'Most messages a minute.',
  perHour: 'Most messages an hour.',
  perDay: 'Most messages a day.',
  perMonth: 'Most messages a month.',
  firstDay: 'Messages on the first day.',
  growth: 'How many percent more each day.',
  until: 'Messages a day at which the plan is over.',
};

const entry = whenNeeded(() =>
  z.strictObject(listed()).meta({ id: 'DeliveryServerEntry', description: 'A delivery server in a listing.' }),
);
const record = whenNeeded(() =>
  z
    .strictObject({
      ...listed(),
      shared: yesNo('yes: belongs to all customers and cannot be changed over the interface.'),
      port: numberText('Its port.'),
      tls: z.enum(TLS_MODES).describe(ABOUT.tls),
      verify_tls: yesNo('Whether its certificate must be in order.'),
      username: textOrNull('Name to log in with; null: no log-in, or a shared one.'),
      helo_name: textOrNull('Name to greet with; null: the usual one.'),
      lanes: numberText('Connections at a time.'),
      messages_per_connection: textOrNull('Messages on a connection; null: as many as the server takes.'),
      priority: numberText('The lowest goes first; others step in when it cannot.'),
      weight: numberText('Share among those of the same priority.'),
      quotas: z
        .strictObject({
          per_second: textOrNull(ABOUT.perSecond),
          per_minute: textOrNull(ABOUT.perMinute),
          per_hour: textOrNull(ABOUT.perHour),
          per_day: textOrNull(ABOUT.perDay),
          per_month: textOrNull(ABOUT.perMonth),
        })
        .describe('Limits; null: none.'),
      warm_up: z
        .strictObject({
          first_day: numberText(ABOUT.firstDay),
          growth_percent: numberText(ABOUT.growth),
          until: numberText(ABOUT.until),
          started: said('When the plan began.'),
        })
        .nullable()
        .describe('How a new server is used more each day; null: it is not warmed up.'),
      fault: textOrNull('Why it cannot be used at the moment; null: nothing is known to be wrong.'),
      sentences: sentencesLike('fault'),
      fault_at: timeOrNull('Since when, `Y-m-d H:i:s` in the time zone of the customer.'),
      date_added: timeOrNull(
        'When it was added, `Y-m-d H:i:s` in the time zone of the customer; null: by the configuration.',
      ),
      last_updated: timeOrNull(
        'When it was changed last, `Y-m-d H:i:s` in the time zone of the customer; null: by the configuration.',
      ),
    })
    .meta({ id: 'DeliveryServer', description: 'A relay that mails leave through.' }),
);

export const relaysAnswer = pageOf(entry);
export const relayAnswer = recordOf(record);
export const createdAnswer = successAnswer(() => ({ server_id: numberText('Id of the new delivery server.') }));
export const doneAnswer = successAnswer({});
export const probeAnswer = successAnswer(() => ({
  data: z.strictObject({
    works: yesNo('Whether mail can be given to it.'),
    result: said('One line: "ok: …", or the step that failed and why.'),
    sentences: reasonsLike('Why it does not work; empty: it works'),
    took_ms: numberText('Milliseconds that it took.'),
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
  name: declare.text('Its name, for you; the hostname unless given.', { max: 255 }),
  port: number('Default by TLS: none 25, opportunistic and starttls 587, implicit 465.', 65_535),
  tls: declare.oneOf(`${ABOUT.tls} A password needs another than \`none\`.`, TLS_MODES, {
    fold: declare.lower,
    default: 'starttls',
    label: 'TLS',
  }),
  verify_tls: declare.yesNo('Whether its certificate must be in order.', { default: 'yes', label: 'Verify TLS' }),
  username: declare.text('Name to log in with; with a password, or neither.', { max: 255 }),
  helo_name: declare.text('Name to greet with: a host name, or an IP address in brackets.', {
    max: 255,
    check: (sent) => (isGreeting(sent) ? undefined : say('relay-helo')),
  }),
  lanes: number('Connections at a time. Default 20.', MOST.lanes),
  messages_per_connection: number('Messages on a connection. Default: as many as the server takes.', MOST.messages),
  priority: number('The lowest goes first; others step in when it cannot. Default 100.', MOST.priority),
  weight: number('Share among those of the same priority. Default 1.', MOST.weight),
  status: declare.oneOf('Whether mail goes through it.', STATUSES, { fold: declare.lower, default: 'active' }),
};
const HOSTNAME = {
  hostname: declare.text(
    'A name or IP address; it must lead to a public address. Operators may say `direct:`: mail goes straight to the servers of the recipients.',
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
  growth_percent: number(`${ABOUT.growth} Default 20.`, MOST.growthPercent),
  until: number(`${ABOUT.until} Not less than first_day.`, MOST.messages),
});
/** Read with the log-in that it belongs to. Spaces at its ends are its own. */
const password = declare.text('Stored sealed and never answered; with a username, or neither.', { max: 1000 });

const others = whenNeeded(() => ({
  ...optional({ ...MEMBERS, password }),
  quotas: z
    .object(quotaMembers)
    .meta({
      id: 'QuotasInput',
      description: 'Limits; null or empty takes one away, and all of them when it stands for the block.',
    })
    .nullish(),
  warm_up: z
    .object(warmUpMembers)
    .meta({
      id: 'WarmUpInput',
      description: 'Uses a new server more each day; a plan needs first_day and until. null takes it away.',
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
    description: 'Changes to a delivery server. What is not sent stays; what is sent empty is taken away.',
  }),
);
export const probeMembers = optional({
  from: declare.address('Asks the server whether it takes mail from this address. No message is sent.', {
    max: 320,
    isAddress: isMailAddress,
  }),
});
export const probeBody = whenNeeded(() => z.object(probeMembers).describe('What to ask.'));
