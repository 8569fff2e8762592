// Statistics by mail: when a campaign is finished, its figures are sent to the addresses it lists.
import { logged } from '../../campaigns/delivery/logged.ts';
import { reportsDue, takeReport } from '../../campaigns/queries-report.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { troubleText } from '../../storage/trouble.ts';
import { queueEmail } from '../../transactional/queue.ts';
import { findReport } from './figures.ts';
import { writeReport } from './page.ts';

/** Whether there are statistics to mail. */
export async function areReportsDue(db: Db): Promise<boolean> {
  return (await reportsDue(db, 1)).length > 0;
}

/** Queues the due statistics; one that fails delays no other, and is retried in the next round. */
export async function mailReports(options: { db: Db; clock: Clock; log: Logger; mayGoOn(): boolean }): Promise<void> {
  const { db, clock, log, mayGoOn } = options;
  for (const due of await reportsDue(db)) {
    if (!mayGoOn()) return;
    try {
      const mails = await mailReport(db, due, clock.now());
      if (mails !== undefined) log.info({ event: 'campaign.report', ...logged(due), mails });
    } catch (error) {
      log.error({ event: 'campaign.report-failed', ...logged(due), reason: troubleText(error) });
    }
  }
}

/**
 * Queues a campaign's statistics in the transaction that marks them as done: of several nodes one
 * does it, and a crash leaves all of it done or nothing.
 * @param at instant in ms
 * @returns the number of mails; undefined when it was no longer due
 */
async function mailReport(db: Db, due: Pick<Campaign, 'id' | 'customer_id'>, at: number): Promise<number | undefined> {
  const report = await findReport(db, due.id, at);
  return inTransaction(db, async (tx) => {
    if (!(await takeReport(tx, due))) return undefined;
    if (!report) return 0;
    const { campaign, list, customer, addresses, sender, figures } = report;
    const { subject, html, text } = writeReport(figures, { timeZone: customer.time_zone, locale: customer.locale });
    for (const email of addresses) {
      const mail = {
        customerId: campaign.customer_id,
        kind: 'report',
        listId: list.id,
        to: { name: '', email },
        from: { name: sender.name, email: sender.email },
        replyTo: { name: '', email: sender.replyTo },
        subject,
        html,
        plainText: text,
      } as const;
      await queueEmail(tx, mail, at);
    }
    return addresses.length;
  });
}
