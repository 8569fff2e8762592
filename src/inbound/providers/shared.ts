// What readers of several providers need.
import { equalInConstantTime } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { type BounceType, codesIn, findRule } from '../../mail/bounce/rules.ts';
import { headerOf, NotProven, type ProviderEvent, type ProviderRequest } from './provider.ts';

export type Json = Record<string, unknown>;

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** The objects of an array; one object is an array of one. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [objectOf(value)];
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  return typeof value === 'number' ? String(value) : '';
}

/** An instant of ISO 8601, or of seconds since 1970, ms. */
export function instantOf(value: unknown): number | null {
  const at = typeof value === 'number' ? value * 1_000 : Date.parse(textOf(value));
  return Number.isFinite(at) && at > 0 ? at : null;
}

/** The JSON of a body. @throws SyntaxError */
export function bodyOf({ body }: ProviderRequest): unknown {
  return JSON.parse(body.toString('utf8')) as unknown;
}

const LONGEST = 1_000;

/**
 * A bounce whose type is that of our rules for what the receiving server said, and else the
 * provider's.
 */
export function bounceOf(
  event: Json,
  {
    email,
    at,
    said,
    enhanced,
    type,
  }: { email: string; at: number | null; said: string; enhanced?: string; type: BounceType },
): ProviderEvent {
  const diagnostic = oneLine(said, LONGEST);
  const status = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(enhanced ?? '')?.[0] ?? codesIn(diagnostic).enhanced;
  const rule = findRule({ text: diagnostic, ...(status !== undefined && { enhanced: status }) });
  // A provider that calls a failure permanent has stopped trying: a 4xx in the text may be from an
  // earlier attempt.
  const ours = rule && !(type === 'hard' && rule.type === 'soft') ? rule.type : type;
  return { kind: 'bounce', email, at, text: JSON.stringify(event), type: ours, enhanced: status ?? null, diagnostic };
}

/**
 * Providers without signatures prove themselves by a secret of ours, as the password of HTTP
 * authentication or as a bearer token. @throws NotProven
 */
export function requireSecret(request: ProviderRequest, secret: string): void {
  const [scheme = '', value = ''] = headerOf(request, 'authorization').split(' ');
  const given =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64').toString('utf8').split(':').slice(1).join(':')
      : scheme.toLowerCase() === 'bearer'
        ? value
        : '';
  if (!equalInConstantTime(given, secret)) throw new NotProven(say('report-secret'));
}
