// The Message-ID (RFC 5322, section 3.6.4) of a campaign's message to a subscriber. It is made from
// their uids, so that a bounce that quotes it names its message.

/** `campaign.subscriber@host`, without angle brackets. */
export function messageIdOf(campaignUid: string, subscriberUid: string, hostname: string): string {
  return `${campaignUid}.${subscriberUid}@${hostname.replace(/[[\]:]/g, '') || 'localhost'}`;
}

// Programs on the way may drop the angle brackets or put spaces around.
const MESSAGE_ID = /^\s*<?([a-z]{2}[a-z0-9]{11})\.([a-z]{2}[a-z0-9]{11})@[^\s<>@]+>?\s*$/i;

/**
 * The uids in a Message-ID, whatever its host, with or without angle brackets; undefined when it is
 * not one of ours.
 */
export function parseMessageId(text: string): { campaignUid: string; subscriberUid: string } | undefined {
  const [, campaignUid, subscriberUid] = MESSAGE_ID.exec(text) ?? [];
  if (campaignUid === undefined || subscriberUid === undefined) return undefined;
  return { campaignUid: campaignUid.toLowerCase(), subscriberUid: subscriberUid.toLowerCase() };
}
