// Tells what is wrong with backups: each failure in the log and, at most once a day, to the
// operators by mail. What was told is kept in the store, so a restart repeats nothing.
import { findCustomer, findSetting, firstCustomerId, replaceSetting } from '../../accounts/queries.ts';
import type { TrackingLinks } from '../../content/links.ts';
import { type BackupTrouble, backupTrouble, readLastBackup } from '../../coordination/last-backup.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { countWithin, LONGEST_WINDOW_MS } from '../../storage/rate.ts';
import { listOperators } from '../../users/members/queries.ts';
import { languageOf } from '../../users/rules.ts';
import { mailTo } from '../../users/welcome/send.ts';
import { mailAbout } from './mail.ts';

const TOLD = 'backup-told';

type Telling = {
  db: Db;
  clock: Clock;
  log: Logger;
  links: Pick<TrackingLinks, 'healthUrl'>;
  /** The data folder; absent: backups are not watched. */
  dataDir?: string | undefined;
};

/** Tells what has not been told yet. */
export async function tellOfBackups({ db, clock, log, links, dataDir }: Telling): Promise<void> {
  if (dataDir === undefined) return;
  const at = clock.now();
  const trouble = backupTrouble(readLastBackup(db, dataDir), at);
  if (!trouble) return;
  const which = `${trouble.kind} ${trouble.at}`;
  if ((await findSetting(db, TOLD)) === which) return;
  await inTransaction(db, async (tx) => {
    await replaceSetting(tx, TOLD, which);
    await mailOperators(tx, trouble, links.healthUrl(), at);
  });
  const { kind, ...rest } = trouble;
  log.error({ event: `backup.${kind}`, ...rest, at: new Date(trouble.at).toISOString() });
}

async function mailOperators(tx: Tx, trouble: BackupTrouble, link: string, at: number): Promise<void> {
  const id = await firstCustomerId(tx);
  const customer = id === undefined ? undefined : await findCustomer(tx, id);
  const operators = await listOperators(tx);
  const limit = { most: 1, windowMs: LONGEST_WINDOW_MS };
  if (!customer || operators.length === 0 || !(await countWithin(tx, 'mails about backups', limit, at))) return;
  for (const { name, email, language } of operators) {
    await mailTo(tx, customer, { name, email, fallback: email }, mailAbout(languageOf(language), trouble, link), at);
  }
}
