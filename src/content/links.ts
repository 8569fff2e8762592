// The public links of a message. A token holds a message (one campaign to one subscriber), a
// purpose and one more number (the link of a click, the subscriber of an unsubscribe): with a
// changed character, or for another purpose, it is invalid. Its content cannot be read, because row
// ids show how much an installation sends.
//
// token = base64url of one encrypted block (kernel/mac.ts): message, 6 bytes; number, 5 bytes;
// purpose, 1 byte; zeros, 4 bytes. Purpose and zeros authenticate it with 40 bits; for most
// purposes the number, which is 0, does too. 22 characters have four bits to spare: only the
// spelling made here is accepted.
import { MAC_BLOCK, sealerOf } from '../kernel/mac.ts';

export type Purpose = keyof typeof PURPOSES;

/**
 * The content of a token. `messageId`: the message, or the row that the purpose refers to.
 * `number`: the link of a click, the subscriber of an unsubscribe, else 0.
 */
export type TokenContent = { messageId: number; number: number };

/** Builds the addresses of one installation. */
export type TrackingLinks = {
  openUrl(messageId: number): string;
  clickUrl(messageId: number, linkId: number): string;
  /** The links of one campaign's messages; `clickUrl` takes an index into `linkIds`. */
  ofMessages(linkIds: readonly number[]): (messageId: number, subscriberId: number) => MessageLinks;
  /**
   * Holds the subscriber too, because this link must work after the campaign and its messages are
   * gone.
   */
  unsubscribeUrl(messageId: number, subscriberId: number): string;
  webVersionUrl(messageId: number): string;
  /** The public page of the campaign. */
  campaignUrl(campaignId: number): string;
  forwardUrl(messageId: number): string;
  abuseUrl(messageId: number): string;
  confirmUrl(subscriberId: number): string;
  profileUrl(subscriberId: number): string;
  /** The page with every list of the customer that the subscriber's address is on. */
  preferencesUrl(subscriberId: number): string;
  subscribeUrl(listUid: string): string;
  archiveUrl(listUid: string): string;
};

/** The links that every message has. */
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
  // The remaining purposes refer to something else than a message.
  campaign: { path: '/v/', mark: 7 },
  confirm: { path: '/k/', mark: 8 },
  profile: { path: '/p/', mark: 9 },
  preferences: { path: '/m/', mark: 10 },
} as const;

const MESSAGE_BYTES = 6;
const NUMBER_BYTES = 5;
const AT = { message: 0, number: MESSAGE_BYTES, mark: MESSAGE_BYTES + NUMBER_BYTES }; // offsets in a block; zeros fill it
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

/** Encrypts all links of a message in one call. */
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
 * The links of an installation.
 * @param baseUrl public address, with or without a slash at the end
 * @param secret the installation's secret; links made with another one are invalid
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

/** Parses a token; undefined when this secret did not make exactly that token for this purpose. */
export function parseToken(secret: string, purpose: Purpose, token: string): TokenContent | undefined {
  if (!TOKEN.test(token)) return undefined;
  const block = sealer(secret).open(Buffer.from(token, 'base64url'));
  const isOurs = block[AT.mark] === PURPOSES[purpose].mark && block.subarray(ZEROS_FROM).every((byte) => byte === 0);
  const messageId = block.readUIntBE(AT.message, MESSAGE_BYTES);
  const number = block.readUIntBE(AT.number, NUMBER_BYTES);
  const isNumbered = purpose === 'click' || purpose === 'unsubscribe';
  return isOurs && (isNumbered || number === 0) ? { messageId, number } : undefined;
}
