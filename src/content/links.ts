// The public links of a message. One token names a message (one campaign to one subscriber), a purpose and one more
// number (the link of a click, the subscriber of an unsubscribe): a changed character, or a token of another purpose, is no
// token at all. What it names cannot be read: numbers of the store say how much goes on in it.
//
// token = base64url of one sealed block (kernel/mac.ts): message, 6 bytes; number, 5 bytes; purpose, 1 byte; zeros, 4 bytes.
// Purpose and zeros sign it, 40 bits; for most purposes the number, which is 0, does too. 22 characters have four bits to
// spare: only the spelling that we make counts.
import { MAC_BLOCK, sealerOf } from '../kernel/mac.ts';

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
  open: { path: '/o/', mark: 1 },
  click: { path: '/c/', mark: 2 },
  unsubscribe: { path: '/u/', mark: 3 },
  web: { path: '/w/', mark: 4 },
  forward: { path: '/f/', mark: 5 },
  abuse: { path: '/r/', mark: 6 },
  // The rest names something else than a message.
  campaign: { path: '/v/', mark: 7 },
  confirm: { path: '/k/', mark: 8 },
  profile: { path: '/p/', mark: 9 },
  preferences: { path: '/m/', mark: 10 },
} as const;

const MESSAGE_BYTES = 6;
const NUMBER_BYTES = 5;
const AT = { message: 0, number: MESSAGE_BYTES, mark: MESSAGE_BYTES + NUMBER_BYTES }; // in a block; zeros fill it
const ZEROS_FROM = AT.mark + 1;

const sealer = (secret: string) => sealerOf(secret, 'mailwright links');

type Signer = (purpose: Purpose, messageId: number, number: number) => string;

function signerOf(secret: string): Signer {
  const { seal } = sealer(secret);
  const block = Buffer.alloc(MAC_BLOCK);
  return (purpose, messageId, number) => {
    block.writeUIntBE(messageId, AT.message, MESSAGE_BYTES);
    block.writeUIntBE(number, AT.number, NUMBER_BYTES);
    block[AT.mark] = PURPOSES[purpose].mark;
    return tokenText(seal(block), 0);
  };
}

function tokenText(sealed: Buffer, index: number): string {
  return sealed.toString('base64url', index * MAC_BLOCK, (index + 1) * MAC_BLOCK);
}

/** All links of a message are sealed in one call. */
function messageLinks(secret: string, base: Readonly<Record<'open' | 'click' | 'unsubscribe', string>>) {
  const { seal } = sealer(secret);
  return (linkIds: readonly number[]) => {
    const clicks = linkIds.length;
    const blocks = Buffer.alloc((clicks + 2) * MAC_BLOCK);
    const marks = [...linkIds.map(() => PURPOSES.click.mark), PURPOSES.open.mark, PURPOSES.unsubscribe.mark];
    for (const [i, mark] of marks.entries()) {
      blocks.writeUIntBE(linkIds[i] ?? 0, i * MAC_BLOCK + AT.number, NUMBER_BYTES);
      blocks[i * MAC_BLOCK + AT.mark] = mark;
    }
    const subscriberAt = (clicks + 1) * MAC_BLOCK + AT.number;
    return (messageId: number, subscriberId: number): MessageLinks => {
      for (let at = 0; at < blocks.length; at += MAC_BLOCK)
        blocks.writeUIntBE(messageId, at + AT.message, MESSAGE_BYTES);
      blocks.writeUIntBE(subscriberId, subscriberAt, NUMBER_BYTES);
      const sealed = seal(blocks);
      return {
        openUrl: `${base.open}${tokenText(sealed, clicks)}.gif`,
        unsubscribeUrl: base.unsubscribe + tokenText(sealed, clicks + 1),
        clickUrl: (index) => base.click + tokenText(sealed, index),
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

const TOKEN = /^[A-Za-z0-9_-]{21}[AQgw]$/; // the last character has two bits of the block

/** What a token names, or undefined when it is not exactly a token that this secret made for this purpose. */
export function readToken(secret: string, purpose: Purpose, token: string): TokenContent | undefined {
  if (!TOKEN.test(token)) return undefined;
  const block = sealer(secret).open(Buffer.from(token, 'base64url'));
  const isOurs = block[AT.mark] === PURPOSES[purpose].mark && block.subarray(ZEROS_FROM).every((byte) => byte === 0);
  const messageId = block.readUIntBE(AT.message, MESSAGE_BYTES);
  const number = block.readUIntBE(AT.number, NUMBER_BYTES);
  const isNumbered = purpose === 'click' || purpose === 'unsubscribe';
  return isOurs && (isNumbered || number === 0) ? { messageId, number } : undefined;
}
