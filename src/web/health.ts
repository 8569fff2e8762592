// Health checks for process supervisors and load balancers; no key, no secret.
import type { FastifyInstance } from 'fastify';
import type { BackupTrouble } from '../coordination/last-backup.ts';
import { MARK } from '../http/layout.ts';
import { logTrouble, logTroubleText } from '../kernel/log.ts';
import { clockApartText } from '../kernel/store-time.ts';
import { sizeText } from '../kernel/text/size.ts';
import { filesWarning, type OpenFiles } from '../network/file-limit.ts';
import { SCARCE_BYTES } from '../storage/folder.ts';
import { inTime, LATE } from './in-time.ts';
import type { Problems } from './problems.ts';
import type { WentBackState } from './states.ts';

const SMALL = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** What keeps an installation going besides the process that is asked; absent: not known. */
type Surroundings = {
  workers?: number;
  hasClock?: boolean;
  freeBytes?: number;
  /** Whether statements wait for another session's lock. */
  isLocked?: boolean;
  /** How many machines of a store that is spread do not answer. */
  silent?: number;
  files?: OpenFiles;
  backup?: BackupTrouble['kind'] | undefined;
};

type Looked = {
  store: string | undefined;
  reason: string | undefined;
  wentBackAt: number | undefined;
  around: Surroundings;
};

/**
 * `/healthz`: the process responds. `/readyz`: its store is writable too, and its settings agree
 * with those in force, else 503 with the reason; and what other processes are to do, as warnings: a
 * proxy must not turn requests away because nobody sends. Answers within 5 s whatever the store
 * does. Also robots.txt and favicon.
 */
export function healthPages(
  app: FastifyInstance,
  {
    findProblems,
    wentBackState,
    surroundings,
  }: { findProblems: () => Promise<Problems>; wentBackState: WentBackState; surroundings(): Promise<Surroundings> },
): void {
  app.get('/healthz', async (_request, reply) => reply.headers(SMALL).send({ status: 'ok' }));

  const look = async (): Promise<Looked> => {
    const { store, refusal } = await findProblems();
    if (store !== undefined) return { store, reason: store, wentBackAt: undefined, around: {} };
    return { store, reason: refusal, wentBackAt: await wentBackState(), around: await surroundings() };
  };

  app.get('/readyz', async (_request, reply) => {
    const { store, reason, wentBackAt, around } = await inTime(look(), SILENT);
    const warnings = warningsOf(around);
    return reply
      .code(reason === undefined ? 200 : 503)
      .headers(SMALL)
      .send({
        status: reason === undefined ? 'ok' : 'unavailable',
        store: store === undefined ? 'ok' : 'unavailable',
        ...(reason !== undefined && { reason }),
        ...(around.hasClock !== undefined && { clock: around.hasClock ? 'held' : 'not held' }),
        ...(around.workers !== undefined && { workers: around.workers }),
        ...(around.freeBytes !== undefined && { free_bytes: around.freeBytes }),
        ...(warnings.length > 0 && { warnings }),
        ...(wentBackAt !== undefined && { store_went_back_at: new Date(wentBackAt).toISOString() }),
      });
  });

  app.get('/robots.txt', async (_request, reply) => {
    return reply.type('text/plain; charset=utf-8').send(ROBOTS);
  });

  for (const path of ['/favicon.svg', '/favicon.ico']) {
    app.get(path, async (_request, reply) => {
      return reply.headers(ICON_HEADERS).send(MARK);
    });
  }
}

const SILENT: Looked = { store: LATE, reason: LATE, wentBackAt: undefined, around: {} };

/** Anybody may read it: neither the reason, which names folders, nor when. */
const BACKUPS: Readonly<Record<BackupTrouble['kind'], string>> = {
  failed: 'The last backup failed: npx mailwright doctor says why.',
  late: 'The last backup is more than two days old.',
};

const LOCKED =
  'Statements are waiting for a lock held by another database session: npx mailwright doctor says whose, and how to end it.';

/** The other customers' mail goes on, so a proxy must not turn everybody away. */
const SILENT_MACHINES =
  'A database machine does not answer, and mail from the customers on it waits: npx mailwright doctor says which.';

function warningsOf(around: Surroundings): string[] {
  const { workers, hasClock, isLocked, silent = 0, freeBytes = SCARCE_BYTES, files, backup } = around;
  const log = logTrouble();
  return [
    ...(workers === 0 ? ['Nothing is being sent: no process with the role worker is running.'] : []),
    ...(hasClock === false ? ['Nothing starts when it is due: no process with the role clock is running.'] : []),
    ...(isLocked ? [LOCKED] : []),
    ...(silent > 0 ? [SILENT_MACHINES] : []),
    ...(freeBytes < SCARCE_BYTES ? [`The disk with the data folder has ${sizeText(freeBytes)} left.`] : []),
    ...(backup ? [BACKUPS[backup]] : []),
    ...[clockApartText(), filesWarning(files), log && logTroubleText(log)].filter((text) => text !== undefined),
  ];
}

// Robots may fetch only pictures (mail programs fetch them through proxies that check robots.txt);
// links of mails are for their recipients.
const ROBOTS =
  'User-agent: *\nDisallow: /o/\nDisallow: /c/\nDisallow: /u/\nDisallow: /w/\nDisallow: /inbox\nDisallow: /api\n';
const ICON_HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
};
