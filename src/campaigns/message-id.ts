// Message-ID (RFC 5322, section 3.6.4) as a function of campaign and subscriber: what comes back
// names its row.

/** `campaign.subscriber@host`, without angle brackets. */
export function messageIdOf(campaignUid: string, subscriberUid: string, hostname: string): string {
  return `${campaignUid}.${subscriberUid}@${hostname.replace(/[[\]:]/g, '') || 'localhost'}`;
}

// Programs on the way may drop the angle brackets or put spaces around.
const MESSAGE_ID = /^\s*<?([a-z]{2}[a-z0-9]{11})\.([a-z]{2}[a-z0-9]{11})@[^\s<>@]+>?\s*$/i;

/**
 * The uids that a Message-ID names, whatever its host, with or without angle brackets; undefined
 * when it is none of ours.
 */
export function readMessageId(text: string): { campaignUid: string; subscriberUid: string } | undefined {
  const [, campaignUid, subscriberUid] = MESSAGE_ID.exec(text) ?? [];
  if (campaignUid === undefined || subscriberUid === undefined) return undefined;
  return { campaignUid: campaignUid.toLowerCase(), subscriberUid: subscriberUid.toLowerCase() };
}
