// Composes transactional emails. One is read when it is about to be sent, not when it is claimed,
// as its files may be large.
import { messageIdOf } from '../../campaigns/message-id.ts';
import { AppError, asError } from '../../kernel/errors.ts';
import { returnAddress } from '../../mail/address/verp.ts';
import { withAttachments } from '../../mail/mime/attachments.ts';
import { compileMessage } from '../../mail/mime/compile.ts';
import { composeMessage } from '../../mail/mime/compose.ts';
import type { ClaimedEmail } from '../../messages/claim.ts';
import type { Db } from '../../storage/db.ts';
import { attachmentsOf } from '../../transactional/attachments.ts';
import { findMailToSend } from '../../transactional/queries.ts';
import type { Composition } from './composition.ts';

export type EmailComposer = {
  /**
   * Composes the message; `at` is its Date, in ms. @throws AppError `unavailable` when it cannot be
   * read
   */
  compose(message: ClaimedEmail, at: number): Promise<Composition>;
};

/**
 * Composes transactional emails: without merge tags, tracking and unsubscribe links; otherwise like
 * a campaign's messages.
 */
export function openEmailComposer(options: {
  db: Db;
  baseUrl: string;
  secret: string;
  /** The address for returned mail; undefined = From. */
  returnAddress?: string | undefined;
}): EmailComposer {
  const { db, baseUrl, secret, returnAddress: address } = options;
  const path = address === undefined ? undefined : { address, secret };
  const { hostname } = new URL(baseUrl);

  async function read(customerId: number, emailId: number) {
    try {
      const mail = await findMailToSend(db, customerId, emailId);
      return mail && { ...mail, files: await attachmentsOf(db, mail) };
    } catch (error) {
      const reason = `The email cannot be read from the database: ${asError(error).message}`;
      throw new AppError('unavailable', reason, { cause: error });
    }
  }

  return {
    async compose({ customerId, campaignId, subscriberId, emailId }, at) {
      const mail = await read(customerId, emailId);
      if (!mail) return { kind: 'refused', text: 'deleted' };
      const compiled = compileMessage({
        fromName: mail.from_name,
        fromEmail: mail.from_email,
        toName: mail.to_name,
        replyTo: mail.reply_to_email ?? '',
        replyToName: mail.reply_to_name ?? '',
        subject: mail.subject,
        html: mail.html,
        text: mail.plain_text,
        plainTextEmail: true,
        trackLinks: false,
        openPixel: false,
        inlineCss: false,
        isKnownTag: undefined,
        filesUrl: `${baseUrl}/files`,
      });
      const composed = composeMessage(compiled, {
        lookup: () => undefined,
        linkUrl: () => '',
        messageId: messageIdOf(mail.campaign_uid, mail.uid, hostname),
        date: at,
        toAddress: mail.to_email,
      });
      if (composed.kind === 'refused') return composed;
      const envelopeFrom = path ? returnAddress(path, 'bounce', { campaignId, subscriberId }) : composed.from;
      return { ...withAttachments(composed, mail.files), envelopeFrom };
    },
  };
}
