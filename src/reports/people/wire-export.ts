// Everything that is stored about one person, as it is answered.
import { z } from 'zod';
import { optionalWarnings, said } from '../../http/members/described.ts';
import { recordOf, successAnswer } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Consent } from '../../subscribers/consent/read.ts';
import { WAYS } from '../../subscribers/consent/record.ts';
import { instant, instantOrNull, iso } from '../wire.ts';
import type { StoredFacts } from './export.ts';
import type { PersonFacts } from './person.ts';
import { personMembers, toWireFacts } from './wire.ts';

const orNull = (about: string) => said(`${about} Null if nothing is stored.`).nullable();
const campaign = orNull('Name of the campaign.');
const event = {
  campaign,
  at: instant('When.'),
  ip_address: orNull('IP address.'),
  user_agent: orNull('User agent.'),
};
const machine = orNull('The rule that identified a machine.');

const listOf = (about: string, members: Record<string, z.ZodType>) =>
  z.array(z.strictObject(members).describe('An entry.')).describe(about);

const consentMembers = whenNeeded(() => ({
  list: orNull('Name of the list.'),
  at: instant('When.'),
  status: said(
    'The status in the list from then on; `asked`: a form was submitted, nothing changed before the answer.',
  ),
  way: z.enum(WAYS).describe('The way it happened.'),
  actor: orNull('Who did it, if not the person.'),
  ip_address: orNull('IP address.'),
  text: orNull('The text that the person read and agreed to.'),
  detail: orNull('The file that it was imported from.'),
}));

const consent = whenNeeded(() =>
  z.strictObject(consentMembers()).meta({ id: 'Consent', description: 'A consent, or its withdrawal.' }),
);

/** How somebody's consents came about, as a screen shows them. */
export const consentsAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      records: z.array(consent()).describe('Oldest first.'),
    })
    .describe('The consent records.'),
  warnings: optionalWarnings,
}));

export function toWireConsent({ list_name, at, status, way, actor, ip_address, text, detail }: Consent) {
  return { list: list_name, at: iso(at), status, way, actor, ip_address, text, detail };
}

export const exportAnswer = recordOf(() =>
  z
    .strictObject({
      ...personMembers(),
      consents: z.array(consent()).describe('What the person agreed to and withdrew, as recorded.'),
      confirmations: listOf('Unanswered confirmation requests.', {
        list: orNull('Name of the list.'),
        requested_at: instant('When it was requested.'),
        mailed_at: instantOrNull('When it was emailed.'),
      }),
      messages: listOf('The outcome of each message to the person.', {
        campaign,
        state: said('Its outcome.'),
        ended_at: instantOrNull('When.'),
        reason: orNull('The reason as a code.'),
        detail: orNull('The reason as a sentence.'),
        reply: orNull('The mail server’s answer.'),
      }),
      opens: listOf('Opens.', { ...event, machine }),
      clicks: listOf('Clicks.', { ...event, machine, link: orNull('The address of the link.') }),
      unsubscribes: listOf('Unsubscribes.', { ...event, reason: said('The reason.'), note: said('The note.') }),
      bounces: listOf('Bounced messages.', {
        campaign,
        at: instant('When.'),
        type: said('The kind.'),
        message: said('Text of the report.'),
      }),
      complaints: listOf('Reports as spam.', {
        campaign,
        at: instant('When.'),
        message: said('Text of the report.'),
      }),
      emails: listOf('Transactional emails to the person.', {
        email_uid: said('Its id.'),
        kind: said('Its purpose.'),
        to_name: said('The recipient name.'),
        subject: said('Its subject.'),
        html: said(
          'Its content; empty for emails to users about their accounts, and for callers who may neither change nor send.',
        ),
        plain_text: orNull('Its plain text.'),
        created_at: instant('When it was created.'),
        send_at: instant('When it was due to leave.'),
      }),
    })
    .meta({ id: 'StoredPerson', description: 'All data stored about an address.' }),
);

const eventOf = (row: StoredFacts['opens'][number] | StoredFacts['unsubscribes'][number]) => ({
  campaign: row.campaign_name,
  at: iso(row.at),
  ip_address: row.ip_address,
  user_agent: row.user_agent,
});

/** Everything of an address. */
export function toWireStored(person: PersonFacts, stored: StoredFacts) {
  const listName = (id: number) => person.memberships.find(({ list_id }) => list_id === id)?.list_name ?? null;
  const orNullInstant = (at: number | null) => (at === null ? null : iso(at));
  return {
    ...toWireFacts(person),
    consents: stored.consents.map(toWireConsent),
    confirmations: stored.confirmations.map(({ list_id, requested_at, mailed_at }) => ({
      list: listName(list_id),
      requested_at: iso(requested_at),
      mailed_at: orNullInstant(mailed_at),
    })),
    messages: stored.messages.map(({ campaign_name, state, finished_at, reason, detail, reply }) => ({
      campaign: campaign_name,
      state,
      ended_at: orNullInstant(finished_at),
      reason,
      detail,
      reply,
    })),
    opens: stored.opens.map((row) => ({ ...eventOf(row), machine: row.machine })),
    clicks: stored.clicks.map((row) => ({ ...eventOf(row), machine: row.machine, link: row.url })),
    unsubscribes: stored.unsubscribes.map((row) => ({ ...eventOf(row), reason: row.reason, note: row.note })),
    bounces: stored.bounces.map(({ campaign_name, at, type, message }) => ({
      campaign: campaign_name,
      at: iso(at),
      type,
      message,
    })),
    complaints: stored.complaints.map(({ campaign_name, at, message }) => ({
      campaign: campaign_name,
      at: iso(at),
      message,
    })),
    emails: stored.emails.map(({ uid, created_at, send_at, ...email }) => ({
      email_uid: uid,
      ...email,
      created_at: iso(created_at),
      send_at: iso(send_at),
    })),
  };
}

/** Whether nothing at all is stored about an address. */
export function isNothing({ email: _, suppression, ...lists }: ReturnType<typeof toWireStored>): boolean {
  return suppression === null && Object.values(lists).every((list) => list.length === 0);
}
