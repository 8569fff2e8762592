// What is said of a key when it is made or changed: the same members for the API and the command.

import { scalarText } from '../../http/form/value.ts';
import * as declare from '../../http/members/declare.ts';
import { DAY_OR_TIME } from '../../http/members/time-patterns.ts';
import { SCOPES, scopeText } from '../../http/rights.ts';
import { parseCalendarTime } from '../../kernel/clock.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { isNetwork } from '../../network/networks.ts';

const MAX_NAME = 100;
const MAX_ALLOWED = 100;

/** What the key is for. */
export const name = declare.line('What the key is for.', { max: MAX_NAME });

/** Several words, as a list or with commas: written with commas, in lower case. */
function wordsText(value: unknown): unknown {
  const texts = Array.isArray(value) ? value.map(scalarText) : [scalarText(value)];
  if (texts.includes(undefined)) return value ?? undefined;
  const words = texts.join(',').toLowerCase().split(',');
  return (
    words
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .join(',') || undefined
  );
}

const LIST = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

/** What its requests may do. */
export const scope: declare.Declaration<string> = {
  about: `What requests with this key may do: one or more of ${SCOPES.map((one) => `\`${one}\``).join(', ')}, as an array or separated by commas. A role allows everything that users with that role may do; \`read\`, \`write\`, \`send\` and \`operator\` are single rights, and several add up.`,
  read(value) {
    const words = wordsText(value);
    return typeof words === 'string' ? (scopeText(words.split(',')) ?? words) : words;
  },
  fault: (value, label) =>
    typeof value === 'string' && scopeText(value.split(',')) !== undefined
      ? undefined
      : say('key-scopes', { label, scopes: SCOPES.join(', ') }),
  json: LIST,
};

/** Where its requests may come from. */
export const allow: declare.Declaration<string | null> = declare.clearable({
  about:
    'IP addresses and networks that requests may come from (`203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`), as an array or separated by commas, at most 100. Empty allows all.',
  read: wordsText,
  fault(value, label) {
    if (typeof value !== 'string') return say('key-networks', { label });
    const networks = value.split(',').map((network) => network.trim());
    if (networks.length > MAX_ALLOWED) return say('key-networks-many', { label, most: MAX_ALLOWED });
    const wrong = networks.find((network) => !isNetwork(network));
    return wrong === undefined ? undefined : say('key-network-wrong', { label, network: wrong });
  },
  json: LIST,
} satisfies declare.Declaration<string>);

/** Until when it works. */
export const expires_at = declare.clearable(
  declare.text('When the key expires, UTC: `2027-01-01` or `2027-01-01 12:00:00`. If empty, it never expires.', {
    json: DAY_OR_TIME,
    check: (sent, label) => (instantOf(sent) === undefined ? say('key-expires-form', { label }) : undefined),
  }),
);

/** How many requests it may make. */
export const rate_limit = declare.clearable(
  declare.integer(
    'Maximum number of requests per minute, counted in each process. If empty, the operator’s setting applies.',
    {
      min: 1,
      max: 999_999,
    },
  ),
);

/** The instant of `expires_at`, ms; undefined for what is none. */
export function instantOf(sent: string): number | undefined {
  return parseCalendarTime(sent.includes(' ') ? sent : `${sent} 00:00:00`, 'UTC');
}
