// The public links of a message. One token names a message (one campaign to one subscriber), a purpose and one more
// number (the link of a click, the subscriber of an unsubscribe), and is signed: a changed character, or a token of
// another purpose, is no token at all.
//
// token = base64url(message, 6 bytes; for click and unsubscribe the number, 6 bytes) + the first 96 bits of the signature
// of (message, number, purpose), one block (kernel/mac.ts). 6 and 12 bytes are whole base64 groups, so that every token
// has exactly one spelling.
import { equalInConstantTime } from '../kernel/ids.ts';
import { formerMac, MAC_BLOCK, macOf } from '../kernel/mac.ts';

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
  /** The links of messages of one campaign; `linkIds` are those that are clicked, `clickUrl` takes their place in it. */
  ofMessages(linkIds: readonly number[]): (messageId: number, subscriberId: number) => MessageLinks;
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

/** Those links of one message that every message has. */
export type MessageLinks = {
  openUrl: string;
  unsubscribeUrl: string;
  /** The address of `linkIds[index]`. */
  clickUrl(index: number): string;
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
const MAC_BYTES = 12;
const NUMBER_BYTES = 6;
const AT = { message: 0, number: NUMBER_BYTES, mark: 2 * NUMBER_BYTES }; // in a block; zeros fill it

type Signer = (purpose: Purpose, messageId: number, number: number) => string;

function signerOf(secret: string): Signer {
  const mac = macOf(secret, 'mailwright links');
  const block = Buffer.alloc(MAC_BLOCK);
  return (purpose, messageId, number) => {
    const { mark, numbered } = PURPOSES[purpose];
    block.writeUIntBE(messageId, AT.message, NUMBER_BYTES);
    block.writeUIntBE(number, AT.number, NUMBER_BYTES);
    block[AT.mark] = mark;
    return block.toString('base64url', 0, (numbered ? 2 : 1) * NUMBER_BYTES) + macText(mac(block), 0);
  };
}

function macText(macs: Buffer, index: number): string {
  return macs.toString('base64url', index * MAC_BLOCK, index * MAC_BLOCK + MAC_BYTES);
}

function numberText(number: number): string {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeUIntBE(number, 0, NUMBER_BYTES);
  return bytes.toString('base64url');
}

/** The token of a link in a mail that went out before. */
function formerToken(secret: string, purpose: Purpose, { messageId, number }: TokenContent): string {
  const { mark, numbered } = PURPOSES[purpose];
  const content = Buffer.alloc(1 + 2 * NUMBER_BYTES);
  content[0] = mark;
  content.writeUIntBE(messageId, 1, NUMBER_BYTES);
  content.writeUIntBE(number, 1 + NUMBER_BYTES, NUMBER_BYTES);
  const named = content.toString('base64url', 1, 1 + (numbered ? 2 : 1) * NUMBER_BYTES);
  return named + formerMac(secret, 'mailwright links 1', content).toString('base64url').slice(0, MAC_CHARACTERS);
}

/** All links of a message are signed in one call. */
function messageLinks(secret: string, base: Readonly<Record<'open' | 'click' | 'unsubscribe', string>>) {
  const mac = macOf(secret, 'mailwright links');
  return (linkIds: readonly number[]) => {
    const clicks = linkIds.length;
    const names = linkIds.map(numberText);
    const blocks = Buffer.alloc((clicks + 2) * MAC_BLOCK);
    const marks = [...linkIds.map(() => PURPOSES.click.mark), PURPOSES.open.mark, PURPOSES.unsubscribe.mark];
    for (const [i, mark] of marks.entries()) {
      blocks.writeUIntBE(linkIds[i] ?? 0, i * MAC_BLOCK + AT.number, NUMBER_BYTES);
      blocks[i * MAC_BLOCK + AT.mark] = mark;
    }
    const subscriberAt = (clicks + 1) * MAC_BLOCK + AT.number;
    return (messageId: number, subscriberId: number): MessageLinks => {
      for (let at = 0; at < blocks.length; at += MAC_BLOCK)
        blocks.writeUIntBE(messageId, at + AT.message, NUMBER_BYTES);
      blocks.writeUIntBE(subscriberId, subscriberAt, NUMBER_BYTES);
      const message = blocks.toString('base64url', AT.message, NUMBER_BYTES);
      const subscriber = blocks.toString('base64url', subscriberAt, subscriberAt + NUMBER_BYTES);
      const macs = mac(blocks);
      return {
        openUrl: `${base.open}${message}${macText(macs, clicks)}.gif`,
        unsubscribeUrl: base.unsubscribe + message + subscriber + macText(macs, clicks + 1),
        clickUrl: (index) => base.click + message + (names[index] ?? '') + macText(macs, index),
      };
    };
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
  const ofMessages = messageLinks(secret, { open, click, unsubscribe });
  const plain = (purpose: Purpose) => (id: number) => base + PURPOSES[purpose].path + sign(purpose, id, 0);
  return {
    openUrl: (messageId) => `${open}${sign('open', messageId, 0)}.gif`,
    clickUrl: (messageId, linkId) => click + sign('click', messageId, linkId),
    ofMessages,
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
  const messageId = named.readUIntBE(0, NUMBER_BYTES);
  const number = numbered ? named.readUIntBE(NUMBER_BYTES, NUMBER_BYTES) : 0;
  const content = { messageId, number };
  if (equalInConstantTime(signerOf(secret)(purpose, messageId, number), token)) return content;
  return equalInConstantTime(formerToken(secret, purpose, content), token) ? content : undefined;
}
