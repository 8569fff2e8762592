// The types of events, and to what a webhook listens. Pure.

/** Each type and what it tells, in the order of their display. */
export const EVENTS = {
  'subscriber.added': 'Somebody is on a list, by whatever way.',
  'subscriber.confirmed': 'Somebody who was on a list became confirmed.',
  'subscriber.updated': 'Values, address or another status of somebody changed.',
  'subscriber.unsubscribed': 'Somebody left a list, or was unsubscribed.',
  'campaign.started': 'A campaign began: its audience is being written down.',
  'campaign.paused': 'A campaign was paused, by a person or because something is in the way.',
  'campaign.finished': 'Every message of a campaign has an outcome, or the campaign was ended.',
  'message.accepted': 'A mail server took a message.',
  'message.deferred': 'A mail server put a message off; it is tried again.',
  'message.rejected': 'A message was refused for good, or given up.',
  'message.opened': 'A message was opened; once for each time.',
  'message.clicked': 'A link in a message was followed; once for each time.',
  'message.bounced': 'A message came back after it had been accepted.',
  'message.complained': 'A recipient reported a message as spam.',
  'import.finished': 'An import of people is over: done, failed or cancelled.',
  'domain.broken': 'A DNS record of a sending domain that was right is missing or wrong: two looks found it so.',
  'domain.healed': 'A DNS record of a sending domain that was broken is right again.',
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
