// What listmonk says of its lists, people, templates and campaigns, in our words. Its API and its
// database give the same members.

import { MOST_LISTS } from '../../../campaigns/several-lists/lists.ts';
import { escapeHtml } from '../../../kernel/text/escape-html.ts';
import type { FieldInput } from '../../../lists/fields/input.ts';
import type { FormerCampaign, FormerList, FormerPerson, FormerTemplate } from '../../former.ts';
import { attributeTag } from '../../tags/listmonk.ts';
import { fieldOfText } from '../fields.ts';
import { instantOf, type Json, objectOf, objectsOf, textOf } from '../json.ts';

/**
 * An attribute that some people have: whether its values are texts, and the longest of them. One
 * inside another has the names of both in its key, with a dot between them.
 */
export type Attribute = { key: string; isPlain: boolean; longest: number };

/** FNAME and LNAME, which every list has, and the whole name; then the attributes. */
function fieldsOf(attributes: readonly Attribute[]): FieldInput[] {
  const plain = attributes.filter(({ isPlain }) => isPlain);
  return [
    fieldOfText('FNAME', 'First name', 1),
    fieldOfText('LNAME', 'Last name', 2),
    fieldOfText('NAME', 'Name', 3),
    ...plain.map(({ key, longest }, i) => fieldOfText(attributeTag(key), key, 4 + i, longest)),
  ];
}

export function listFrom(row: Json, attributes: readonly Attribute[]): FormerList {
  return {
    key: textOf(row['uuid']),
    settings: {
      name: textOf(row['name']),
      description: textOf(row['description']),
      optIn: textOf(row['optin']) === 'double' ? 'double' : 'single',
      visibility: textOf(row['type']) === 'public' ? 'public' : 'private',
    },
    fields: fieldsOf(attributes),
  };
}

/** Listmonk takes the first and last words of three letters and more: mails say the same here. */
function namesIn(name: string): Record<string, string> {
  const words = name.split(' ').filter((word) => Buffer.byteLength(word) > 2);
  return { FNAME: words[0] ?? name, LNAME: words.at(-1) ?? name, NAME: name };
}

/** Deeper ones are not looked into. */
export const DEEPEST = 5;

/** The attributes of a person, those inside others too, by their keys. */
export function attributesOf(attribs: unknown, inside = '', depth = 1): [key: string, value: unknown][] {
  return Object.entries(objectOf(attribs)).flatMap(([name, value]): [string, unknown][] => {
    const key = `${inside}${name}`;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && depth < DEEPEST ? attributesOf(value, `${key}.`, depth + 1) : [[key, value]];
  });
}

/** The text of an attribute; several ones with commas. Undefined: it is an object. */
export function attributeText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    return value.some((one) => typeof one === 'object' && one !== null) ? undefined : texts.join(', ');
  }
  return typeof value === 'object' && value !== null ? undefined : textOf(value);
}

/** @param listId of listmonk's; `isDouble`: whether the list asks for confirmation */
export function personFrom(row: Json, isDouble: boolean): FormerPerson {
  const [state, subscription] = [textOf(row['status']), textOf(row['subscription_status'])];
  const subscribedAt = instantOf(row['subscription_created_at']) ?? instantOf(row['created_at']);
  const changedAt = instantOf(row['subscription_updated_at']) ?? subscribedAt;
  const status = statusOf(state, subscription, isDouble);
  const attributes = attributesOf(row['attribs']).map(([key, value]) => [
    attributeTag(key),
    attributeText(value) ?? '',
  ]);
  const ip = textOf(objectOf(row['meta'])['optin_ip']) || null;
  const isConfirmed = status === 'confirmed';
  return {
    key: textOf(row['uuid']).toLowerCase(),
    email: textOf(row['email']),
    status,
    source: 'import',
    values: { ...Object.fromEntries(attributes), ...namesIn(textOf(row['name'])) },
    ipAddress: ip,
    addedAt: subscribedAt,
    confirmedAt: isConfirmed ? (subscription === 'confirmed' ? changedAt : subscribedAt) : null,
    confirmIp: isConfirmed && subscription === 'confirmed' ? ip : null,
    unsubscribedAt: status === 'unsubscribed' ? changedAt : null,
  };
}

function statusOf(state: string, subscription: string, isDouble: boolean): FormerPerson['status'] {
  if (state === 'blocklisted') return 'blacklisted';
  if (subscription === 'unsubscribed') return 'unsubscribed';
  if (state === 'disabled') return 'disabled';
  // Who is not confirmed gets the mail of lists that do not ask.
  return subscription === 'confirmed' || !isDouble ? 'confirmed' : 'unconfirmed';
}

/** Where a campaign's text goes. */
const CONTENT = /\{\{-?\s*template\s+"content"\s+\.\s*-?\}\}/g;

export function templateFrom(row: Json): FormerTemplate | undefined {
  if (textOf(row['type']) === 'tx') return undefined;
  return {
    key: textOf(row['id']),
    name: textOf(row['name']),
    html: textOf(row['body']).replace(CONTENT, CONTENT_HERE),
  };
}

const CONTENT_HERE = '<!-- the text of the campaign --><p>…</p>';

const CONTENT_ALONE = '{{ template "content" . }}';

/** The page that a campaign's text is put into there. */
function pageFor(row: Json, templates: readonly Json[]): string {
  if (textOf(row['content_type']) === 'visual') return CONTENT_ALONE;
  const id = textOf(row['template_id']);
  const template =
    templates.find((one) => textOf(one['id']) === id) ?? templates.find((one) => one['is_default'] === true);
  return textOf(template?.['body']) || CONTENT_ALONE;
}

/** A campaign in the template that it was written for. */
export function campaignFrom(row: Json, templates: readonly Json[]): FormerCampaign {
  const kind = textOf(row['content_type']);
  const body = textOf(row['body']);
  const inner = kind === 'plain' ? `<p>${escapeHtml(body).replaceAll('\n', '<br>\n')}</p>` : body;
  const page = pageFor(row, templates);
  const [listKey = '', ...furtherKeys] = objectsOf(row['lists']).flatMap(({ uuid }) => textOf(uuid) || []);
  const { name, address } = senderIn(textOf(row['from_email']));
  const alternative = textOf(row['altbody']);
  return {
    key: textOf(row['uuid']).toLowerCase(),
    name: textOf(row['name']),
    listKey,
    ...(furtherKeys.length > 0 && { furtherKeys }),
    subject: textOf(row['subject']),
    fromName: name,
    fromEmail: address,
    replyTo: address,
    toName: '[NAME]',
    html: page.replace(CONTENT, () => inner),
    plainText: kind === 'plain' ? body : alternative === '' ? null : alternative,
    wasSent: ['running', 'finished', 'cancelled'].includes(textOf(row['status'])),
    skipped: whyNot(row, furtherKeys.length + 1, kind),
  };
}

function whyNot(row: Json, lists: number, kind: string): string | undefined {
  if (textOf(row['type']) === 'optin') return 'asks people to confirm, which lists do here by themselves';
  if (lists > MOST_LISTS) return `goes to ${lists} lists, more than the ${MOST_LISTS} that one may have here`;
  if (kind === 'markdown') return 'is written in Markdown';
  return undefined;
}

/** `Ada <ada@example.com>` */
function senderIn(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  return { name: name.trim() || address.trim(), address: address.trim() };
}
