// Protects public forms without scripts, and without storing more of a visitor than the network: a
// signed time (people neither fill in a form at once nor after a day), a field that only bots fill
// in, and rate limits for each network and each list.
import { createHash } from 'node:crypto';
import type { FormObject } from '../../http/form/decode.ts';
import { type Html, html } from '../../http/html.ts';
import type { Services } from '../../http/route.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { equalInConstantTime, secretsOf } from '../../kernel/ids.ts';
import { MAC_BLOCK, macOf } from '../../kernel/mac.ts';
import { countWithin, type RateLimit } from '../../storage/rate.ts';
import type { Texts } from '../texts/en.ts';

/** People take longer than this to read and press a button. */
export const LEAST_MS = 1_500;
/** Older forms are stale. */
export const MOST_MS = DAY_MS;

const STAMP = 'stamp';
const TRAP = 'homepage';

/**
 * The guard's result for a sent form: `pass`; `trapped` (a bot filled in the hidden field: pretend
 * success, and do nothing); else show the form again with its values: it came too fast (`early`) or
 * without a valid time (`again`: too old, or from a form on another site).
 */
export type Verdict = 'pass' | 'trapped' | 'early' | 'again';

type FormSigner = Pick<Services, 'secret' | 'clock'>;

/**
 * The guard's hidden fields of a form.
 * @param form names the form and its subject (`subscribe ab12…`): a time signed for another one is
 * invalid
 * @param body the sent form, when it is shown again: one that was merely too fast keeps its time
 */
export function guardFields({ secret, clock }: FormSigner, form: string, texts: Texts, body?: FormObject): Html {
  const before = body && stampOf(body);
  const kept = before !== undefined && judgeStamp({ secret, clock }, form, before) !== 'again' ? before : undefined;
  return html`<input type="hidden" name="${STAMP}" value="${kept ?? signedTime(secret, form, clock.now())}">
<div class="trap" aria-hidden="true"><label>${texts.common.leaveEmpty} <input type="text" name="${TRAP}" tabindex="-1" autocomplete="off"></label></div>`;
}

/** Checks a sent form. */
export function judgeForm(signing: FormSigner, form: string, body: FormObject): Verdict {
  if (body[TRAP] !== undefined && body[TRAP] !== '') return 'trapped';
  return judgeStamp(signing, form, stampOf(body) ?? '');
}

function judgeStamp({ secret, clock }: FormSigner, form: string, stamp: string): Verdict {
  const time = /^([0-9a-z]{1,9})\./.exec(stamp)?.[1];
  const at = time === undefined ? 0 : Number.parseInt(time, 36);
  if (!secretsOf(secret).some((one) => equalInConstantTime(signedTime(one, form, at), stamp))) return 'again';
  const age = clock.now() - at;
  if (age > MOST_MS) return 'again';
  return age < LEAST_MS ? 'early' : 'pass';
}

function stampOf(body: FormObject): string | undefined {
  const stamp = body[STAMP];
  return typeof stamp === 'string' ? stamp : undefined;
}

const TIME_BYTES = 6; // in the signed block; the form's name fills the rest

function signedTime(secret: string, form: string, at: number): string {
  const block = Buffer.alloc(MAC_BLOCK);
  createHash('sha256').update(form).digest().copy(block, TIME_BYTES);
  block.writeUIntBE(at, 0, TIME_BYTES);
  return `${at.toString(36)}.${macOf(secret, 'mailwright forms')(block).toString('base64url')}`;
}

/** A rate limit for one network, or for one subject from all networks. */
export type Limit = RateLimit & { name: string };

/**
 * Counts one request against limits in turn. What one refuses does not count for those after it: a
 * network that asks too often uses up nothing that is everybody's.
 * @param limits their names say what is done and by whom: `subscribe from 203.0.113.7`
 * @returns whether it is within each
 */
export async function withinLimits({ db, clock }: Services, limits: readonly Limit[]): Promise<boolean> {
  for (const { name, ...limit } of limits) if (!(await countWithin(db, name, limit, clock.now()))) return false;
  return true;
}
