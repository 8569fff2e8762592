// The public links of a message. One token names a message (one campaign to one subscriber) and a
// purpose: a changed character, or a token of another purpose, is no token at all. That of a click
// names the subscriber and the link, which says whose campaign it is, and the part of the tables
// that the campaign is in. What it names cannot be read: numbers of the store say how much goes on
// in it.
//
// token = base64url of one sealed block (kernel/mac.ts): two numbers, 5 bytes each (the second is 0
// where one is enough); for a click the part, 2 bytes; purpose, 1 byte; zeros to the end. Purpose
// and zeros sign it: 48 bits, of a click 32, which must then name a message that exists. 22
// characters have four bits to spare: only the spelling that we make counts.
import { isMarked, MAC_BLOCK, sealerOf, sealersOf } from '../kernel/mac.ts';
import type { MessageName } from '../messages/uncertain/settle.ts';
import { partOf } from '../storage/postgres/parts.ts';

export type Purpose = keyof typeof PURPOSES;

/**
 * What a token names: a message; for a click its subscriber, with the link as `number` and the
 * `part` of its campaign (then `campaignId` is 0); for the other purposes the `number` of their
 * subject.
 */
export type TokenContent = MessageName & { number: number; part?: number };

/** Builds the addresses of one installation. */
export type TrackingLinks = {
  openUrl(message: MessageName): string;
  clickUrl(message: MessageName, linkId: number): string;
  /**
   * The links of messages of one campaign; `linkIds` are those that are clicked, `clickUrl` takes
   * their place in it.
   */
  ofMessages(linkIds: readonly number[]): (message: MessageName) => MessageLinks;
  /** Works after the campaign and its messages are gone. */
  unsubscribeUrl(message: MessageName): string;
  webVersionUrl(message: MessageName): string;
  /** The campaign as anybody may see it. */
  campaignUrl(campaignId: number): string;
  forwardUrl(message: MessageName): string;
  abuseUrl(message: MessageName): string;
  confirmUrl(subscriberId: number): string;
  profileUrl(subscriberId: number): string;
  /** The page with every list of the customer that the subscriber's address is on. */
  preferencesUrl(subscriberId: number): string;
  subscribeUrl(listUid: string): string;
  /** The screen of a sending domain. */
  domainUrl(domainUid: string): string;
  /** The screen that says what is wrong with the installation. */
  healthUrl(): string;
  archiveUrl(listUid: string): string;
  /** The report of a campaign, for whoever has the link. */
  reportUrl(campaignId: number, number: number): string;
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
  // These name something other than a message, by one number.
  campaign: { path: '/v/', mark: 7 },
  confirm: { path: '/k/', mark: 8 },
  profile: { path: '/p/', mark: 9 },
  preferences: { path: '/m/', mark: 10 },
  // This one names a campaign and the number of the link to its report.
  report: { path: '/report/', mark: 11 },
} as const;

const NUMBER_BYTES = 5;
const PART_BYTES = 2;
/** Offsets in a block; zeros fill it. */
const AT = { first: 0, second: NUMBER_BYTES, part: 2 * NUMBER_BYTES };
const markAt = (purpose: Purpose) => AT.part + (purpose === 'click' ? PART_BYTES : 0);

const CONTEXT = 'mailwright links';
const sealer = (secret: string) => sealerOf(secret, CONTEXT);

type Signer = (purpose: Exclude<Purpose, 'click'>, first: number, second: number) => string;

function signerOf(secret: string): Signer {
  const { seal } = sealer(secret);
  const block = Buffer.alloc(MAC_BLOCK);
  return (purpose, first, second) => {
    block.writeUIntBE(first, AT.first, NUMBER_BYTES);
    block.writeUIntBE(second, AT.second, NUMBER_BYTES);
    block[markAt(purpose)] = PURPOSES[purpose].mark;
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
    const purposes: Purpose[] = [...linkIds.map(() => 'click' as const), 'open', 'unsubscribe'];
    // For a click: subscriber and link; for the others: campaign and subscriber.
    for (const [i, purpose] of purposes.entries()) {
      blocks.writeUIntBE(linkIds[i] ?? 0, i * MAC_BLOCK + AT.second, NUMBER_BYTES);
      blocks[i * MAC_BLOCK + markAt(purpose)] = PURPOSES[purpose].mark;
    }
    const openAt = clicks * MAC_BLOCK;
    return ({ campaignId, subscriberId }: MessageName): MessageLinks => {
      const part = partOf(campaignId) - 1;
      for (let at = 0; at < openAt; at += MAC_BLOCK) {
        blocks.writeUIntBE(subscriberId, at + AT.first, NUMBER_BYTES);
        blocks.writeUIntBE(part, at + AT.part, PART_BYTES);
      }
      for (let at = openAt; at < blocks.length; at += MAC_BLOCK) {
        blocks.writeUIntBE(campaignId, at + AT.first, NUMBER_BYTES);
        blocks.writeUIntBE(subscriberId, at + AT.second, NUMBER_BYTES);
      }
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
  const plain = (purpose: Exclude<Purpose, 'click'>) => (id: number) =>
    base + PURPOSES[purpose].path + sign(purpose, id, 0);
  const ofMessage =
    (purpose: Exclude<Purpose, 'click'>) =>
    ({ campaignId, subscriberId }: MessageName) =>
      base + PURPOSES[purpose].path + sign(purpose, campaignId, subscriberId);
  const openUrl = ofMessage('open');
  return {
    openUrl: (message) => `${openUrl(message)}.gif`,
    clickUrl: (message, linkId) => ofMessages([linkId])(message).clickUrl(0),
    ofMessages,
    unsubscribeUrl: ofMessage('unsubscribe'),
    webVersionUrl: ofMessage('web'),
    campaignUrl: plain('campaign'),
    forwardUrl: ofMessage('forward'),
    abuseUrl: ofMessage('abuse'),
    confirmUrl: plain('confirm'),
    profileUrl: plain('profile'),
    preferencesUrl: plain('preferences'),
    subscribeUrl: (listUid) => `${base}/subscribe/${listUid}`,
    domainUrl: (domainUid) => `${base}/app/deliverability/domains/${domainUid}`,
    healthUrl: () => `${base}/app/settings/health`,
    archiveUrl: (listUid) => `${base}/archive/${listUid}`,
    reportUrl: (campaignId, number) => base + PURPOSES.report.path + sign('report', campaignId, number),
  };
}

const TOKEN = /^[A-Za-z0-9_-]{21}[AQgw]$/; // the last character has two bits of the block

/**
 * Parses a token; undefined when none of the accepted secrets made exactly that token for this
 * purpose.
 */
export function parseToken(secret: string, purpose: Purpose, token: string): TokenContent | undefined {
  if (!TOKEN.test(token)) return undefined;
  const sealed = Buffer.from(token, 'base64url');
  const { mark } = PURPOSES[purpose];
  for (const { open } of sealersOf(secret, CONTEXT)) {
    const block = open(sealed);
    if (isMarked(block, markAt(purpose), mark)) return contentOf(block, purpose);
  }
  return undefined;
}

function contentOf(block: Buffer, purpose: Purpose): TokenContent | undefined {
  const first = block.readUIntBE(AT.first, NUMBER_BYTES);
  const second = block.readUIntBE(AT.second, NUMBER_BYTES);
  if (purpose === 'click') {
    return { campaignId: 0, subscriberId: first, number: second, part: block.readUIntBE(AT.part, PART_BYTES) + 1 };
  }
  if (purpose === 'report') return { campaignId: first, subscriberId: 0, number: second };
  if (PURPOSES[purpose].mark < PURPOSES.campaign.mark) return { campaignId: first, subscriberId: second, number: 0 };
  return second === 0 ? { campaignId: 0, subscriberId: 0, number: first } : undefined;
}
