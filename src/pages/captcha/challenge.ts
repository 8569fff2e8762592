// Challenges of the captcha (ALTCHA): work for the visitor's browser, signed, so that nothing of
// one has to be kept before it is solved. Each is good for one list, for an hour, and once.
import { createHmac, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { FormValue } from '../../http/form/decode.ts';
import type { Services } from '../../http/route.ts';
import { agreedNow } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { inForceOf, secretsOf } from '../../kernel/ids.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { takeSolution } from '../../lists/pages/solutions.ts';
import type { Db, List } from '../../storage/tables.ts';

/** What the browser's worker computes; its file is in `files.ts`. */
export const ALGORITHM = 'PBKDF2/SHA-256';

/** Rounds of one try. */
const COST = 2_000;
/** Tries that a browser needs: a second of one core of a desk, about four of an old phone. */
const TRIES = { least: 800, most: 1_600 } as const;
/** After this a form asks for another solution. */
export const CHALLENGE_MS = HOUR_MS;

const LONGEST = 4_096; // characters; a solution has some 700

type Signing = Pick<Services, 'secret' | 'clock'>;

/**
 * A challenge of a list, as the widget fetches it.
 * @param tries how many a browser needs, drawn from these
 */
export async function newChallenge(
  { secret, clock }: Signing,
  { uid }: Pick<List, 'uid'>,
  tries: { least: number; most: number } = TRIES,
): Promise<object> {
  const { createChallenge, deriveKey } = await altcha();
  return createChallenge({
    algorithm: ALGORITHM,
    cost: COST,
    counter: randomInt(tries.least, tries.most + 1),
    // Not the member of the library for this, which browsers compare with their own clocks.
    data: { until: agreedNow(clock) + CHALLENGE_MS },
    deriveKey,
    ...keysOf(inForceOf(secret), uid),
  });
}

/**
 * Takes the solution that came with a form: whether it solves a challenge of this list that stands,
 * and nobody has used it before. It cannot be used again then, at any node.
 */
export async function takeCaptcha(
  { db, secret, clock }: Signing & { db: Db },
  list: Pick<List, 'uid' | 'customer_id'>,
  sent: FormValue | undefined,
): Promise<boolean> {
  const payload = payloadOf(sent);
  if (!payload) return false;
  const { signature, parameters } = payload.challenge;
  const at = agreedNow(clock);
  const { until } = parameters.data;
  if (until < at || !(await isSolved(secret, list.uid, payload))) return false;
  return takeSolution(db, list.customer_id, { hash: signature, until }, at);
}

const HEX = whenNeeded(() => z.string().regex(/^(?:[0-9a-f]{2}){1,64}$/));
const PAYLOAD = whenNeeded(() =>
  z.object({
    challenge: z.object({
      parameters: z.looseObject({
        algorithm: z.literal(ALGORITHM),
        nonce: HEX(),
        salt: HEX(),
        keyPrefix: HEX(),
        keySignature: HEX(),
        cost: z.literal(COST),
        keyLength: z.literal(32),
        data: z.object({ until: z.int() }),
      }),
      signature: HEX(),
    }),
    solution: z.object({ counter: z.int(), derivedKey: HEX() }),
  }),
);
type Payload = z.infer<ReturnType<typeof PAYLOAD>>;

/** Base64 of JSON, as the widget sends it; undefined: it is none. */
function payloadOf(sent: FormValue | undefined): Payload | undefined {
  if (typeof sent !== 'string' || sent.length > LONGEST) return undefined;
  try {
    return PAYLOAD().safeParse(JSON.parse(Buffer.from(sent, 'base64').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

async function isSolved(secret: string, listUid: string, { challenge, solution }: Payload): Promise<boolean> {
  const { verifySolution, deriveKey } = await altcha();
  for (const one of secretsOf(secret)) {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keysOf(one, listUid) });
    if (verified) return true;
  }
  return false;
}

/** Keys of a list for challenges and for their solutions. */
function keysOf(secret: string, listUid: string) {
  const key = (what: string) => createHmac('sha256', secret).update(`mailwright captcha ${what} ${listUid}`).digest();
  return {
    hmacSignatureSecret: key('challenge').toString('hex'),
    hmacKeySignatureSecret: key('solution').toString('hex'),
  };
}

/** The library; few servers ever need it in memory. */
async function altcha() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ]);
  return { createChallenge, verifySolution, deriveKey };
}
