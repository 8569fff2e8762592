// Settles messages that were in flight when the server was killed: it cannot know whether they
// arrived. The demo does what an operator does: it looks for evidence, then decides.
import { counted } from '../kernel/text/counted.ts';
import type { Client } from './client.ts';
import { type InboxEntry, messageIdsIn } from './inbox.ts';

/**
 * Addresses of held messages in lower case: those whose message arrived in the inbox, and the
 * others.
 */
export type HeldMessages = { arrived: string[]; missing: string[] };

type DemoTools = { client: Client; print(line: string): void };
type LoggedMessage = { email_message_id: string; subscriber: { email: string } };

async function uncertainOf(client: Client, campaignUid: string): Promise<LoggedMessage[]> {
  const held = { campaign_uid: campaignUid, status: 'uncertain', per_page: 500 } as const;
  return (await client.api.listDeliveryLogs(held)).data.records;
}

const addressesOf = (messages: readonly LoggedMessage[]) =>
  messages.map(({ subscriber }) => subscriber.email.toLowerCase());

/** Lists the held messages and looks their Message-IDs up in the inbox. */
export async function listHeldMessages(
  { client, print }: DemoTools,
  campaignUid: string,
  mails: readonly InboxEntry[],
): Promise<HeldMessages> {
  const uncertain = await uncertainOf(client, campaignUid);
  const addresses = new Set(addressesOf(uncertain));
  const known = await messageIdsIn(
    client,
    mails.filter(({ to }) => addresses.has(to.toLowerCase())),
  );
  const arrived = addressesOf(uncertain.filter((message) => known.has(message.email_message_id)));
  const missing = addressesOf(uncertain.filter((message) => !known.has(message.email_message_id)));
  print(
    uncertain.length === 0
      ? 'Nothing was on the wire at that moment.'
      : `${counted(uncertain.length, 'message was', 'messages were')} on the wire at that moment. The server cannot know what arrived: it is held as uncertain, not sent again by itself. The inbox shows the Message-IDs: ${arrived.length} arrived, ${missing.length} did not.`,
  );
  return { arrived, missing };
}

/**
 * Evidence first, then the operator's choice: messages that arrived are accepted, the others are
 * sent again.
 */
export async function settleHeldMessages(
  { client, print }: DemoTools,
  campaignUid: string,
  { arrived, missing }: HeldMessages,
): Promise<void> {
  const still = new Set(addressesOf(await uncertainOf(client, campaignUid)));
  const opened = arrived.filter((email) => !still.has(email));
  if (opened.length > 0)
    print(
      `${counted(opened.length, 'of those that arrived was', 'of those that arrived were')} opened, which settled it automatically.`,
    );
  const settle = async (choice: 'accept' | 'resend', emails: string[]): Promise<number> => {
    if (emails.length === 0) return 0;
    const body = { choice, emails };
    return (await client.api.settleUncertain({ campaign_uid: campaignUid, body })).data.settled;
  };
  const accepted = await settle(
    'accept',
    arrived.filter((email) => still.has(email)),
  );
  if (accepted > 0) print(`${counted(accepted, 'more that arrived is', 'more that arrived are')} settled as accepted.`);
  const sent = await settle('resend', missing);
  if (sent > 0) print(`${counted(sent, 'that did not arrive is', 'that did not arrive are')} sent again.`);
}
