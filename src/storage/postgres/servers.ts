// Which of several servers to connect to: the one that takes changes. It is remembered; when it
// goes, all are asked until one of them is promoted.
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_SERVER, storeTrouble } from '../trouble.ts';
import type { DatabaseAddress, DatabaseServer, Target } from './address.ts';
import type { Introduction } from './client.ts';

export type Servers = {
  /** The server to connect to now, as last found. */
  current(): DatabaseServer;
  /**
   * Resolves when a server is known that fits: at once while the last one has not been lost. The
   * first search asks each server once; later ones, while a standby may be about to be promoted, go
   * on until the time is over.
   * @param until by performance.now()
   * @throws Error that says of each server why it does not fit
   */
  find(until: number): Promise<void>;
  /** The server does not answer any more, or takes no changes. */
  lose(server: DatabaseServer): void;
  /** Whether a connection may be used. @throws Error with the reason when not */
  check(server: DatabaseServer, told: Introduction): void;
};

export type ServersOptions = DatabaseAddress & {
  /** Connects to a server and asks who it is. */
  ask(server: DatabaseServer, limitMs: number): Promise<Introduction>;
  /** Another server has been found than before. */
  onChange?(server: DatabaseServer): void;
};

/** How long one server may take to let us in, when there are others. */
export const ANSWER_MS = 2_000;
const ASK_AGAIN_MS = 150;
/**
 * How long to wait for the others' answers when one fits: a former primary that came back believes
 * that it still is one, and the new one has a higher timeline.
 */
const OTHERS_MS = { first: 1_000, later: 300 };

/** Remembers which server fits. */
export function openServers(options: ServersOptions): Servers {
  const { servers, target } = options;
  const [first] = servers as readonly [DatabaseServer];
  let current = first;
  let isKnown = servers.length === 1;
  let wasKnown = false;
  let timeline = 0;
  let searching: Promise<void> | undefined;

  async function search(until: number): Promise<void> {
    for (;;) {
      const answers = await askAll(options, { timeline, graceMs: wasKnown ? OTHERS_MS.later : OTHERS_MS.first });
      const found = bestOf(answers, target, timeline);
      if (found) return choose(found);
      if (!wasKnown || performance.now() + ASK_AGAIN_MS >= until) throw noneFits(answers, target, timeline);
      await sleep(ASK_AGAIN_MS);
    }
  }

  function choose(found: Answered): void {
    const isOther = wasKnown && found.server !== current;
    current = found.server;
    timeline = Math.max(timeline, found.told?.timeline ?? 0);
    isKnown = true;
    wasKnown = true;
    if (isOther) options.onChange?.(current);
  }

  return {
    current: () => current,
    async find(until) {
      if (isKnown) return;
      searching ??= search(until).finally(() => {
        searching = undefined;
      });
      await searching;
    },
    lose(server) {
      if (servers.length > 1 && server === current) isKnown = false;
    },
    check(server, told) {
      const reason = misfitOf(told, target, servers.length > 1 ? timeline : 0);
      if (reason !== undefined) throw new Error(`${NO_SERVER} ${server.name} ${reason}.`);
    },
  };
}

/** A server, and what it told or why it did not; neither while it has not answered. */
export type Answered = { server: DatabaseServer; told?: Introduction; error?: unknown };

/** Asks all servers at once. Ends early when one fits and the others take long. */
async function askAll(
  { servers, target, connectMs = ANSWER_MS, ask }: ServersOptions,
  { timeline, graceMs }: { timeline: number; graceMs: number },
): Promise<Answered[]> {
  const answers: Answered[] = servers.map((server) => ({ server }));
  const enough = Promise.withResolvers<void>();
  let grace: NodeJS.Timeout | undefined;
  const all = answers.map(async (answer) => {
    try {
      answer.told = await ask(answer.server, connectMs);
    } catch (error) {
      answer.error = error;
    }
    if (!bestOf([answer], target, timeline)) return;
    if (wasPromoted(answer, timeline)) enough.resolve();
    else grace ??= setTimeout(enough.resolve, graceMs);
  });
  await Promise.race([Promise.all(all), enough.promise]);
  clearTimeout(grace);
  return answers.map((answer) => ({ ...answer }));
}

const wasPromoted = ({ told }: Answered, timeline: number) => timeline > 0 && (told?.timeline ?? 0) > timeline;

/**
 * The server to take: of those that fit the one with the highest timeline, as the others were
 * overtaken by it; else in the order of the URL.
 * @param timeline the highest one seen so far
 */
export function bestOf(answers: readonly Answered[], target: Target, timeline: number): Answered | undefined {
  const fits = answers.filter(({ told }) => told && misfitOf(told, target, timeline) === undefined);
  return fits.toSorted((a, b) => (b.told?.timeline ?? 0) - (a.told?.timeline ?? 0))[0];
}

/** Why a server is not what the URL asks for; undefined when it is. */
function misfitOf(told: Introduction, target: Target, timeline: number): string | undefined {
  if (target === 'any') return undefined;
  if (told.isStandby) return 'is a standby';
  if (target === 'read-write' && told.isReadOnly) return 'is read-only';
  if ((told.timeline ?? timeline) < timeline) return 'was replaced by a standby that has been promoted';
  return undefined;
}

/** Why no connection comes about, as long as the URL stays as it is. */
const OF_THE_URL: readonly unknown[] = ['login', 'database', 'password', 'certificate', 'plain'];
const isOfTheUrl = (error: unknown): boolean => OF_THE_URL.includes(storeTrouble(error)?.kind);

/** The reasons of all; where it is the login everywhere, the first of them is the cause. */
export function noneFits(answers: readonly Answered[], target: Target, timeline: number): Error {
  const reasons = answers.map(({ server, told, error }) => {
    if (told) return `${server.name} ${misfitOf(told, target, timeline)}`;
    return `${server.name} ${error === undefined ? 'does not answer' : `(${error instanceof Error ? error.message : error})`}`;
  });
  const errors = answers.map(({ error }) => error);
  if (errors.every((error) => isOfTheUrl(error)))
    return new Error(`No server lets us in: ${reasons.join(', ')}.`, { cause: errors[0] });
  return new Error(`${NO_SERVER} ${reasons.join(', ')}.`);
}
