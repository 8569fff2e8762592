// Rules for forwarding: what, to whom and how often. Pure.

import { emailKey, isMailAddress } from '../../kernel/address.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import type { Texts } from '../texts/en.ts';

export const FORWARD_LIMITS = {
  addresses: 5,
  name: 60,
  note: 300,
  /** Addresses entered by one recipient of the mail. */
  ofSubscriber: { most: 20, windowMs: DAY_MS },
  /** Forms from one network. */
  fromNetwork: { most: 20, windowMs: HOUR_MS },
  /** Forms of one campaign. */
  ofCampaign: { most: 1_000, windowMs: DAY_MS },
  /** Times that one recipient may send the same mail to the same address. */
  sameToFriend: { most: 1, windowMs: DAY_MS },
  /** Mails to one address, of all customers. */
  toFriend: { most: 3, windowMs: DAY_MS },
} as const;

/** A sent form. */
export type ForwardForm = { to: string; name: string; note: string };
export type ForwardFaults = Partial<Record<keyof ForwardForm, string>>;

/**
 * Validates a form. Web and mail addresses in the sender's texts are refused: mail programs turn
 * them into links, and nobody should get a stranger's links in the list's name.
 */
export function readForward(
  form: ForwardForm,
  { forward: { faults: texts } }: Texts,
): { friends: string[]; name: string; note: string; faults: ForwardFaults } {
  const friends = [
    ...new Map(
      form.to
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map((one) => [emailKey(one), one]),
    ).values(),
  ];
  const name = oneLine(form.name, FORWARD_LIMITS.name + 1);
  const note = cleanLines(form.note);
  const says = (text: string, max: number) =>
    text.length > max ? texts.tooLong(max) : holdsAddress(text) && texts.address;
  const found = {
    to: addressesFault(friends, texts),
    name: name === '' ? texts.noName : says(name, FORWARD_LIMITS.name),
    note: says(note, FORWARD_LIMITS.note),
  };
  const faults = Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as ForwardFaults;
  return { friends, name, note, faults };
}

function addressesFault(friends: readonly string[], texts: Texts['forward']['faults']): string | undefined {
  if (friends.length === 0) return texts.noAddress;
  if (friends.length > FORWARD_LIMITS.addresses) return texts.tooManyAddresses;
  const wrong = friends.find((one) => !isMailAddress(one));
  return wrong === undefined ? undefined : texts.badAddress(oneLine(wrong, 100));
}

/** Lines without control and invisible characters, and without repeated empty lines. */
function cleanLines(text: string): string {
  const lines = text
    .split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
    .map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, '').trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Whether a mail program could turn something into a link: a scheme, an `@`, or a name with a dot
 * and letters after it.
 */
function holdsAddress(text: string): boolean {
  return /:\/\/|@|\bwww\b|[\p{L}\p{N}]\.[\p{L}]{2,}|\d+\.\d+\.\d+\.\d+/iu.test(text.normalize('NFKC'));
}
