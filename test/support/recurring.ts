// For tests of recurring campaigns: one that runs every day, and rounds of the clock and the
// worker.
import { startCampaign } from '../../src/campaigns/delivery/progress.ts';
import { createLogger } from '../../src/kernel/log.ts';
import { createDueRuns } from '../../src/schedules/recurring.ts';
import type { Campaign } from '../../src/storage/tables.ts';
import { assertStatus } from './app.ts';
import type { CampaignApp } from './campaigns.ts';

export const DAY = 24 * 3_600_000;

/** The instant of an ISO time in UTC. */
export const at = (text: string) => Temporal.Instant.from(`${text}Z`).epochMilliseconds;

const log = createLogger('silent');

export type RecurringApp = CampaignApp & {
  /** Sets the clock; ends campaigns of earlier tests. */
  begin(text: string): Promise<void>;
  /** Creates a campaign that runs every day at 9:00 and began long ago. @returns its uid */
  daily(options?: Record<string, unknown>, members?: Record<string, unknown>): Promise<string>;
  /** Moves the clock by `ms`, then runs one round of the clock and one of the worker. */
  tick(ms?: number): Promise<void>;
  runsOf(uid: string): Promise<Campaign[]>;
  names(uid: string): Promise<string[]>;
  /** Its schedule in the response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  schedule(uid: string): Promise<any>;
  /** Pauses or resumes it. */
  toggle(uid: string): Promise<void>;
};

/** The functions for the application's campaigns. */
export function recurringApp(app: CampaignApp): RecurringApp {
  const { db, clock } = app;
  const runsOf = async (uid: string) => {
    const { id } = await app.row(uid);
    return db.selectFrom('campaign').selectAll().where('parent_id', '=', id).orderBy('id').execute();
  };
  const start = async () => {
    const waiting = await db.selectFrom('campaign').selectAll().where('status', '=', 'pending-sending').execute();
    for (const campaign of waiting) await startCampaign(db, campaign, clock.now());
  };
  return {
    ...app,
    runsOf,
    async begin(text) {
      await db.updateTable('campaign').set({ status: 'draft' }).where('status', '<>', 'pending-delete').execute();
      clock.set(at(text));
    },
    daily: (options = {}, members = {}) =>
      app.make({
        name: 'News',
        send_at: '2026-11-01 00:00:00',
        options: { cronjob: '0 9 * * *', cronjob_enabled: 1, ...options },
        ...members,
      }),
    async tick(ms = 0) {
      clock.forward(ms);
      await createDueRuns({ db, clock, log, mayGoOn: () => true });
      await start();
    },
    names: async (uid) => (await runsOf(uid)).map((run) => run.name),
    async schedule(uid) {
      const answer = await app.call('GET', `/campaigns/${uid}/schedule`);
      assertStatus(answer, 200);
      return answer.json.data;
    },
    async toggle(uid) {
      assertStatus(await app.call('PUT', `/campaigns/${uid}/pause-unpause`), 200);
    },
  };
}
