// Cleans up after others: recovers messages of dead workers, skips those of ended campaigns,
// settles those whose policy changed. Every few seconds of real time, since leases expire by the
// store's clock.
import { expiredLeases } from '../../coordination/lease.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { settleByPolicy } from '../../messages/change-delivery.ts';
import { findLeftovers, skipLeftovers } from '../../messages/leftovers.ts';
import { recoverLease, recoverOrphans } from '../../messages/recover.ts';
import { toSettle } from '../../messages/uncertain/queries.ts';
import type { Db } from '../../storage/db.ts';

type Tools = { db: Db; clock: Clock; log: Logger };

const RECOVER_EVERY_MS = 2_000;
const ORPHANS_EVERY_MS = 10_000;

/** @returns does it when it is time; `stopping`: lengthy work may end early */
export function openRecovery(tools: Tools): (stopping: () => boolean) => Promise<void> {
  let recoverAt = 0;
  let orphansAt = 0;
  return async (stopping) => {
    if (performance.now() < recoverAt) return;
    await recoverExpired(tools);
    if (performance.now() >= orphansAt) {
      await recoverUnowned(tools);
      orphansAt = performance.now() + ORPHANS_EVERY_MS;
    }
    await skipRests(tools, stopping);
    // Their policy was changed by another call, or a worker with the older policy left uncertain
    // messages since.
    for (const campaign of await toSettle(tools.db)) await settleByPolicy(tools.db, campaign, tools.clock.now());
    recoverAt = performance.now() + RECOVER_EVERY_MS;
  };
}

async function recoverExpired({ db, clock, log }: Tools): Promise<void> {
  for (const lease of await expiredLeases(db)) {
    const recovery = await recoverLease(db, lease, clock.now());
    if (recovery) log.warn({ event: 'worker.recovered', worker: lease.name, ...recovery });
  }
}

async function recoverUnowned({ db, clock, log }: Tools): Promise<void> {
  for (const orphans of await recoverOrphans(db, clock.now())) {
    log.error({ event: 'delivery.orphans-recovered', reason: 'the row of their lease is gone', ...orphans });
  }
}

async function skipRests({ db, clock, log }: Tools, stopping: () => boolean): Promise<void> {
  for (const campaign of await findLeftovers(db)) {
    let skipped = 0;
    for (let n = -1; n !== 0 && !stopping(); skipped += Math.max(n, 0))
      n = await skipLeftovers(db, campaign, clock.now());
    if (skipped > 0)
      log.info({ event: 'campaign.rest-skipped', campaign_id: campaign.id, customer: campaign.customer_id, skipped });
  }
}
