// What public forms are protected with, without a script, and keeping of a visitor only the network, for the limits: a
// signed time (a form is filled in by people neither in an instant nor after a day), a field that only programs fill in,
// and limits on how often something is done from one network and for one list.
import { createHash } from 'node:crypto';
import type { FormObject } from '../../http/form/decode.ts';
import { type Html, html } from '../../http/html.ts';
import type { Services } from '../../http/route.ts';
import { equalInConstantTime } from '../../kernel/ids.ts';
import { MAC_BLOCK, macOf } from '../../kernel/mac.ts';
import { countWithin, type RateLimit } from '../../storage/rate.ts';
import type { Texts } from '../texts/en.ts';

/** Faster than this nobody reads and presses a button. */
export const LEAST_MS = 1_500;
/** After this a form is stale. */
export const MOST_MS = 24 * 3_600_000;

const STAMP = 'stamp';
const TRAP = 'homepage';

/**
 * What the guard says of a form that came in: `pass`; `trapped` (a program filled in what people do not see: pretend that all
 * is well, and do nothing); else show the form again with what was given: it came at once (`early`) or without a valid time
 * (`again`: too old, or from a form on another site).
 */
export type Verdict = 'pass' | 'trapped' | 'early' | 'again';

type Signing = Pick<Services, 'secret' | 'clock'>;

/**
 * The guard's own fields of a form, to stand inside it.
 * @param form names the form and what it is about (`subscribe ab12…`): a time signed for another is none
 * @param body the form as it came in, when it is shown again: one that was merely quick keeps its time
 */
export function guardFields({ secret, clock }: Signing, form: string, texts: Texts, body?: FormObject): Html {
  const before = body && stampOf(body);
  const kept = before !== undefined && judgeStamp({ secret, clock }, form, before) !== 'again' ? before : undefined;
  return html`<input type="hidden" name="${STAMP}" value="${kept ?? signedTime(secret, form, clock.now())}">
<div class="trap" aria-hidden="true"><label>${texts.common.leaveEmpty} <input type="text" name="${TRAP}" tabindex="-1" autocomplete="off"></label></div>`;
}

/** Judges a form that came in. */
export function judgeForm(signing: Signing, form: string, body: FormObject): Verdict {
  if (body[TRAP] !== undefined && body[TRAP] !== '') return 'trapped';
  return judgeStamp(signing, form, stampOf(body) ?? '');
}

function judgeStamp({ secret, clock }: Signing, form: string, stamp: string): Verdict {
  const time = /^([0-9a-z]{1,9})\./.exec(stamp)?.[1];
  const at = time === undefined ? 0 : Number.parseInt(time, 36);
  if (!equalInConstantTime(signedTime(secret, form, at), stamp)) return 'again';
  const age = clock.now() - at;
  if (age > MOST_MS) return 'again';
  return age < LEAST_MS ? 'early' : 'pass';
}

function stampOf(body: FormObject): string | undefined {
  const stamp = body[STAMP];
  return typeof stamp === 'string' ? stamp : undefined;
}

const TIME_BYTES = 6; // of the block that is signed; what names the form fills the rest

function signedTime(secret: string, form: string, at: number): string {
  const block = Buffer.alloc(MAC_BLOCK);
  createHash('sha256').update(form).digest().copy(block, TIME_BYTES);
  block.writeUIntBE(at, 0, TIME_BYTES);
  return `${at.toString(36)}.${macOf(secret, 'mailwright forms')(block).toString('base64url')}`;
}

/** A limit on what is done from one network, or on one thing by everybody. */
export type Limit = RateLimit & { name: string };

/**
 * Counts one request against all limits. @returns whether it is within each
 * @param limits their names say what is done and by whom: `subscribe from 203.0.113.7`
 */
export async function withinLimits({ db, clock }: Services, limits: readonly Limit[]): Promise<boolean> {
  let within = true;
  for (const { name, ...limit } of limits) within = (await countWithin(db, name, limit, clock.now())) && within;
  return within;
}
