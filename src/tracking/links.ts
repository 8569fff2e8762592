// The public links of a message. One token names a message (one campaign to one subscriber), a purpose and one more
// number (the link of a click, the subscriber of an unsubscribe), and is signed: a changed character, or a token of
// another purpose, is no token at all.
//
// token = base64url(message, 6 bytes; for click and unsubscribe the number, 6 bytes) + the first 96 bits of
// HMAC-SHA-256 over (purpose, message, number). 6 and 12 bytes are whole base64 groups, so that every token has exactly
// one spelling.
import { equalInConstantTime } from '../kernel/ids.ts';
import { macOf } from '../kernel/mac.ts';

export type Purpose = keyof typeof PURPOSES;

/**
 * What a token names. `messageId`: the message, or whatever else the purpose speaks of. `number`:
 * the link of a click, the subscriber of an unsubscribe, else 0.
 */
export type TokenContent = { messageId: number; number: number };

/** Makes the addresses of one installation. */
export type TrackingLinks = {
  openUrl(messageId: number): string;
  clickUrl(messageId: number, linkId: number): string;
  /** Names the subscriber too, because this link must work after the campaign and its messages are gone. */
  unsubscribeUrl(messageId: number, subscriberId: number): string;
  webVersionUrl(messageId: number): string;
  /** The campaign as anybody may see it. */
  campaignUrl(campaignId: number): string;
  forwardUrl(messageId: number): string;
  abuseUrl(messageId: number): string;
  confirmUrl(subscriberId: number): string;
  profileUrl(subscriberId: number): string;
  /** Every list of the customer that the subscriber's address is on. */
  preferencesUrl(subscriberId: number): string;
  subscribeUrl(listUid: string): string;
  archiveUrl(listUid: string): string;
};

const PURPOSES = {
  open: { path: '/o/', mark: 1, numbered: false },
  click: { path: '/c/', mark: 2, numbered: true },
  unsubscribe: { path: '/u/', mark: 3, numbered: true },
  web: { path: '/w/', mark: 4, numbered: false },
  forward: { path: '/f/', mark: 5, numbered: false },
  abuse: { path: '/r/', mark: 6, numbered: false },
  // The rest names something else than a message.
  campaign: { path: '/v/', mark: 7, numbered: false },
  confirm: { path: '/k/', mark: 8, numbered: false },
  profile: { path: '/p/', mark: 9, numbered: false },
  preferences: { path: '/m/', mark: 10, numbered: false },
} as const;

const MAC_CHARACTERS = 16; // 96 bits
const MESSAGE_BYTES = 6;

type Signer = (purpose: Purpose, messageId: number, number: number) => string;

function signerOf(secret: string): Signer {
  const { content, sign } = macOf(secret, 'mailwright links 1', 1 + 2 * MESSAGE_BYTES);
  return (purpose, messageId, number) => {
    const { mark, numbered } = PURPOSES[purpose];
    content[0] = mark;
    content.writeUIntBE(messageId, 1, MESSAGE_BYTES);
    content.writeUIntBE(number, 1 + MESSAGE_BYTES, MESSAGE_BYTES);
    const named = content.toString('base64url', 1, 1 + (numbered ? 2 : 1) * MESSAGE_BYTES);
    return named + sign('base64url').slice(0, MAC_CHARACTERS);
  };
}

/**
 * The link maker of an installation.
 * @param baseUrl public address, with or without a slash at the end
 * @param secret the installation's secret; links signed with another one are unknown
 */
export function trackingLinks({ baseUrl, secret }: { baseUrl: string; secret: string }): TrackingLinks {
  const sign = signerOf(secret);
  const base = baseUrl.replace(/\/+$/, '');
  const open = base + PURPOSES.open.path;
  const click = base + PURPOSES.click.path;
  const unsubscribe = base + PURPOSES.unsubscribe.path;
  const plain = (purpose: Purpose) => (id: number) => base + PURPOSES[purpose].path + sign(purpose, id, 0);
  return {
    openUrl: (messageId) => `${open}${sign('open', messageId, 0)}.gif`,
    clickUrl: (messageId, linkId) => click + sign('click', messageId, linkId),
    unsubscribeUrl: (messageId, subscriberId) => unsubscribe + sign('unsubscribe', messageId, subscriberId),
    webVersionUrl: plain('web'),
    campaignUrl: plain('campaign'),
    forwardUrl: plain('forward'),
    abuseUrl: plain('abuse'),
    confirmUrl: plain('confirm'),
    profileUrl: plain('profile'),
    preferencesUrl: plain('preferences'),
    subscribeUrl: (listUid) => `${base}/subscribe/${listUid}`,
    archiveUrl: (listUid) => `${base}/archive/${listUid}`,
  };
}

const PLAIN_TOKEN = /^[A-Za-z0-9_-]{24}$/;
const NUMBERED_TOKEN = /^[A-Za-z0-9_-]{32}$/;

/** What a token names, or undefined when it is not exactly a token that this secret signed for this purpose. */
export function readToken(secret: string, purpose: Purpose, token: string): TokenContent | undefined {
  const { numbered } = PURPOSES[purpose];
  if (!(numbered ? NUMBERED_TOKEN : PLAIN_TOKEN).test(token)) return undefined;
  const named = Buffer.from(token.slice(0, -MAC_CHARACTERS), 'base64url');
  const messageId = named.readUIntBE(0, MESSAGE_BYTES);
  const number = numbered ? named.readUIntBE(MESSAGE_BYTES, MESSAGE_BYTES) : 0;
  return equalInConstantTime(signerOf(secret)(purpose, messageId, number), token) ? { messageId, number } : undefined;
}
