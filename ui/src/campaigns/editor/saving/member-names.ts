// What the members of a campaign are called on the screen.
import { useLingui } from '@lingui/react/macro';

/** The name of a member; several of one block share theirs. */
export function useMemberName(): (member: string) => string {
  const { t } = useLingui();
  const names: Record<string, string> = {
    name: t`Name`,
    subject: t`Subject`,
    from_name: t`From name`,
    from_email: t`From address`,
    reply_to: t`Replies go to`,
    list_uid: t`List`,
    list_uids: t`Lists`,
    segment_uid: t`Segment`,
    send_at: t`Time`,
    send_at_iso: t`Time`,
    type: t`When`,
    status: t`Status`,
    tags: t`Tags`,
    attachments: t`Attachments`,
    headers: t`Headers`,
    'delivery.sending_window': t`Sending hours`,
    'delivery.recipient_time_zone': t`Own time`,
    'template.content': t`Content`,
    'template.blocks': t`Blocks`,
    'template.plain_text': t`Plain text`,
  };
  return (member) =>
    names[member] ??
    (/^options\.(cron|auto)/.test(member)
      ? t`When`
      : member.startsWith('template.')
        ? t`Content`
        : t({ context: 'campaign', message: 'Options' }));
}
