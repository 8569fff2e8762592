// Whether the links of a mail lead somewhere. Bounded: 20 links, 5 seconds in all, and an answer
// stands for ten minutes. Only what content may be fetched from is asked (network/).
import { newProbe } from '../../feeds/read/fetch.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { newRecent } from '../../kernel/recent.ts';
import { inEnglish, type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { ALLOW_NOTHING, type FetchAllow } from '../../network/fetch-allow.ts';
import { FetchError } from '../../network/guarded.ts';
import { advice, type CheckResult, fine } from './check.ts';
import { MOST_LINKS, type PageResult } from './page.ts';

const ALL_MS = 5_000;
const STANDS_MS = 10 * MINUTE_MS;
/** Servers that answer programs like this may well answer people. */
const NOT_FOR_PROGRAMS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 451, 999]);

/** What an address answered; `why` is null when it leads somewhere. */
type Verdict = { why: Sentence | null; at: number };
const verdicts = newRecent<string, Verdict>(5_000);

/** Asks the links of a mail. */
export async function linksCheck(
  { count, first }: PageResult['links'],
  { clock, allow = ALLOW_NOTHING }: { clock: Clock; allow?: FetchAllow | undefined },
): Promise<CheckResult> {
  const found = await askLinks(first, { clock, allow });
  const failed = found.flatMap(({ url, why }) => (why ? [{ url, why: inEnglish(why), sentences: [why] }] : []));
  const unchecked = count - found.filter(({ why }) => why !== undefined).length;
  const data = { links: count, checked: count - unchecked, unchecked, failed };
  if (failed.length > 0) {
    const told = failed.slice(0, 3).map(({ url, why }) => `${url.slice(0, 100)}: ${why}`);
    return advice('links', `${failed.length} of ${count} links lead nowhere. ${told.join('; ')}.`, data);
  }
  if (unchecked > 0) return fine('links', `${data.checked} of ${count} links were asked, and answer.`, data);
  return fine('links', count === 0 ? 'The mail has no links to other places.' : 'Every link answers.', data);
}

/**
 * Asks some addresses, at most 20 of them, for at most 5 seconds in all.
 * @returns of those that were asked why each leads nowhere; null: it answers; undefined: there was
 * no time
 */
export function askLinks(
  urls: readonly string[],
  { clock, allow = ALLOW_NOTHING }: { clock: Clock; allow?: FetchAllow | undefined },
): Promise<{ url: string; why: Sentence | null | undefined }[]> {
  const stop = AbortSignal.timeout(ALL_MS);
  const probe = newProbe({ allow, limits: { ms: ALL_MS } });
  return Promise.all(
    urls.slice(0, MOST_LINKS).map(async (url) => ({ url, why: await verdictOf(url, { probe, stop, clock }) })),
  );
}

type Asking = { probe: ReturnType<typeof newProbe>; stop: AbortSignal; clock: Clock };

/** Why a link leads nowhere; null: it answers; undefined: there was no time to ask. */
async function verdictOf(url: string, { probe, stop, clock }: Asking): Promise<Sentence | null | undefined> {
  const known = verdicts.get(url);
  if (known && Math.abs(clock.now() - known.at) < STANDS_MS) return known.why;
  const why = await probe(url, stop).then(
    (status) => (status < 400 || NOT_FOR_PROGRAMS.has(status) ? null : say('fetch-status', { status })),
    (error: unknown) => {
      if (stop.aborted) return undefined;
      if (error instanceof FetchError) return error.sentence;
      throw error;
    },
  );
  if (why !== undefined) verdicts.set(url, { why, at: clock.now() });
  return why;
}
