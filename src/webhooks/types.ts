// The types of events, and to what a webhook listens. Pure.

/** Each type and what it tells, in the order of their display. */
export const EVENTS = {
  'subscriber.added': 'Someone was added to a list in any way.',
  'subscriber.confirmed': 'Someone on a list became confirmed.',
  'subscriber.updated': 'Values, the address or another status of someone changed.',
  'subscriber.unsubscribed': 'Someone left a list, or was unsubscribed.',
  'campaign.started': 'A campaign began: its audience is being recorded.',
  'campaign.paused': 'A campaign was paused, by a person or because of a problem.',
  'campaign.finished': 'Every message of a campaign has an outcome, or the campaign was ended.',
  'message.accepted': 'A mail server accepted a message.',
  'message.deferred': 'A mail server put a message off; it will be tried again.',
  'message.rejected': 'A message was rejected permanently, or given up.',
  'message.opened': 'A message was opened; sent each time.',
  'message.clicked': 'A link in a message was clicked; sent each time.',
  'message.bounced': 'A message bounced after it had been accepted.',
  'message.complained': 'A recipient reported a message as spam.',
  'import.finished': 'An import of people has ended: done, failed or cancelled.',
  'domain.broken': 'A sending domain’s DNS record that was right is missing or wrong, as two look-ups found.',
  'domain.healed': 'A sending domain’s DNS record that was broken is right again.',
} as const;
export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** All types, also those that come with later versions. */
export const ALL = '*';

/** What is sent to see whether a webhook works. */
export const TEST_TYPE = 'webhook.test';

/** The types in a webhook's column `events`. */
export function typesIn(events: string): ReadonlySet<string> {
  const names = JSON.parse(events) as string[];
  return new Set(names.includes(ALL) ? EVENT_TYPES : names);
}
