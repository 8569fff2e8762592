// Sends a campaign's message to test addresses.

import { contentsOf, fileGone } from '../campaigns/attached/files.ts';
import { attachedTo } from '../campaigns/attached/rules.ts';
import { NO_LIST } from '../campaigns/create.ts';
import { noteTested } from '../campaigns/queries.ts';
import { isMailAddress } from '../kernel/address.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { parseAddress } from '../mail/address/addresses.ts';
import { inTransaction } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { queueEmails } from '../transactional/queue.ts';
import { previewOf } from './preview.ts';

/**
 * Queues the message as `subscriberUid` would get it, for each address.
 * @returns the uid of each mail, in the order of the addresses
 * @throws AppError `not_found` as previewOf; `invalid` when merge tags result in no valid sender;
 * `state` when a file of it is gone
 */
export async function sendTest(
  installation: Parameters<typeof previewOf>[0],
  campaign: Campaign,
  { emails, subscriberUid }: { emails: readonly string[]; subscriberUid: string | undefined },
): Promise<{ email: string; uid: string }[]> {
  const { subject, from, replyTo, html, plainText } = await previewOf(installation, campaign, subscriberUid);
  if (!parseAddress(from.email)) {
    throw new AppError('invalid', 'Invalid.', {
      faults: {
        from_email: say('campaign-from-email-of'),
      },
    });
  }
  const mail = {
    customerId: campaign.customer_id,
    kind: 'test' as const,
    ...(campaign.list_id !== NO_LIST && { listId: campaign.list_id }),
    from,
    ...(isMailAddress(replyTo) && { replyTo: { name: '', email: replyTo } }),
    subject: `[TEST] ${subject}`,
    html,
    plainText,
  };
  const { db, clock } = installation;
  const files = attachedTo(campaign);
  const contents = await contentsOf(db, files);
  const attachments = files.map((file) => {
    const content = contents.get(file.hash);
    if (!content) throw fileGone(file);
    return { ...file, content };
  });
  const mails = emails.map((email) => ({ ...mail, attachments, to: { name: '', email } }));
  const queued = await inTransaction(db, async (tx) => {
    await noteTested(tx, campaign, clock.now());
    return queueEmails(tx, mails, clock.now());
  });
  return queued.map(({ uid }, i) => ({ email: emails[i] ?? '', uid }));
}
