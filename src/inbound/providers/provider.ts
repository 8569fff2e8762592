// Providers whose servers take our mail and report bounces and complaints by HTTP: what each sends,
// and how it proves that it was them.
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { inEnglish, type Sentence, say } from '../../kernel/sentences/sentence.ts';
import type { BounceType } from '../../mail/bounce/rules.ts';

export const PROVIDER_KINDS = ['ses', 'sendgrid', 'postmark', 'mailgun', 'brevo'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export function isProviderKind(text: string): text is ProviderKind {
  return PROVIDER_KINDS.some((kind) => kind === text);
}

/** A request as it came. Header names are lower case. */
export type ProviderRequest = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };

/** What happened to a mail, as the provider says. `text`: the event, in which the mail is named. */
export type ProviderEvent = {
  email: string;
  /** When, ms; null: not told. */
  at: number | null;
  text: string;
} & (
  | { kind: 'bounce'; type: BounceType; enhanced: string | null; diagnostic: string }
  | { kind: 'complaint'; diagnostic: string }
  | { kind: 'unsubscribe' }
);

/** Gets a text by HTTPS; the address was checked. */
export type FetchText = (url: URL) => Promise<string>;

export type Proof = {
  /** What proves that it is the provider: a key, or a secret that is in the address. */
  secret: string;
  /** Now, ms. */
  at: number;
  fetchText: FetchText;
};

/** A request that is not proven to be the provider's. `sentence`: why, for operators alone. */
export class NotProven extends Error {
  readonly sentence: Sentence;

  constructor(why: Sentence) {
    super(inEnglish(why));
    this.name = 'NotProven';
    this.sentence = why;
  }
}

export type Provider = {
  /**
   * The events of a request that the provider proves to be its own.
   * @throws NotProven, SyntaxError when it is no JSON
   */
  read(request: ProviderRequest, proof: Proof): Promise<ProviderEvent[]>;
};

/**
 * How old a request may be, and how far ahead its clock: providers go on for a day with a server
 * that does not answer. A repeated one changes nothing.
 */
const OLDEST_MS = 26 * HOUR_MS;
const AHEAD_MS = 15 * MINUTE_MS;

/** @throws NotProven when a time that is signed is not of now */
export function refuseOld(signedAt: number, now: number): void {
  if (!Number.isFinite(signedAt)) throw new NotProven(say('report-no-time'));
  if (signedAt < now - OLDEST_MS) throw new NotProven(say('report-old'));
  if (signedAt > now + AHEAD_MS) throw new NotProven(say('report-ahead'));
}

/** A header that was sent once; empty when it was not. */
export function headerOf({ headers }: ProviderRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
