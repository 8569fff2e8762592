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

const orNull = (about: string) => said(`${about} Null: nothing is stored.`).nullable();
const campaign = orNull('Name of the campaign.');
const event = {
  campaign,
  at: instant('When.'),
  ip_address: orNull('From where.'),
  user_agent: orNull('As the program called itself.'),
};
const machine = orNull('The rule that says that no person did it.');

const listOf = (about: string, members: Record<string, z.ZodType>) =>
  z.array(z.strictObject(members).describe('One of them.')).describe(about);

const consentMembers = whenNeeded(() => ({
  list: orNull('Name of the list.'),
  at: instant('When.'),
  status: said('The status in the list since then; `asked`: a form was sent, nothing changed before the answer.'),
  way: z.enum(WAYS).describe('How it came about.'),
  actor: orNull('Who did it, where it was not the person.'),
  ip_address: orNull('From where.'),
  text: orNull('What the person read and agreed to.'),
  detail: orNull('The file that it came with.'),
}));

const consent = whenNeeded(() =>
  z.strictObject(consentMembers()).meta({ id: 'Consent', description: 'A consent, or that it was taken back.' }),
);

/** How somebody's consents came about, as a screen shows them. */
export const consentsAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      records: z.array(consent()).describe('The oldest first.'),
    })
    .describe('The record of consent.'),
  warnings: optionalWarnings,
}));

export function toWireConsent({ list_name, at, status, way, actor, ip_address, text, detail }: Consent) {
  return { list: list_name, at: iso(at), status, way, actor, ip_address, text, detail };
}

export const exportAnswer = recordOf(() =>
  z
    .strictObject({
      ...personMembers(),
      consents: z.array(consent()).describe('What the person agreed to and took back, as it was written down.'),
      confirmations: listOf('Requests to confirm that wait for an answer.', {
        list: orNull('Name of the list.'),
        requested_at: instant('When it was asked for.'),
        mailed_at: instantOrNull('When it was mailed.'),
      }),
      messages: listOf('What became of each message to the person.', {
        campaign,
        state: said('What became of it.'),
        ended_at: instantOrNull('When.'),
        reason: orNull('Why, in a word.'),
        detail: orNull('Why, in a sentence.'),
        reply: orNull('What the mail server answered.'),
      }),
      opens: listOf('Opens.', { ...event, machine }),
      clicks: listOf('Clicks.', { ...event, machine, link: orNull('The address of the link.') }),
      unsubscribes: listOf('Unsubscribes.', { ...event, reason: said('The reason.'), note: said('The note.') }),
      bounces: listOf('Mails that came back.', {
        campaign,
        at: instant('When.'),
        type: said('The kind.'),
        message: said('What the report said.'),
      }),
      complaints: listOf('Reports as spam.', {
        campaign,
        at: instant('When.'),
        message: said('What the report said.'),
      }),
      emails: listOf('Emails to the person alone.', {
        email_uid: said('Its id.'),
        kind: said('What it was for.'),
        to_name: said('The name that it was addressed to.'),
        subject: said('Its subject.'),
        html: said(
          'Its content; empty of mails to users about their accounts, and for who may neither change nor send.',
        ),
        plain_text: orNull('Its plain text.'),
        created_at: instant('When it was made.'),
        send_at: instant('When it was to go out.'),
      }),
    })
    .meta({ id: 'StoredPerson', description: 'Everything that is stored about an address.' }),
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
