// Notices of campaigns: why the server paused or put one off, or sent it otherwise. What is after a
// colon follows as a part of a sentence.
import { useLingui } from '@lingui/react/macro';
import { useLocalTime } from './local-time.ts';
import type { Words } from './words.ts';

export function useNoticeWords(): Words<'notice'> {
  const { t } = useLingui();
  const members: Record<string, string> = {
    from_name: t`From name`,
    from_email: t`From address`,
    reply_to: t`Replies go to`,
    subject: t`Subject`,
    'template.content': t`Content`,
    'template.plain_text': t`Plain text`,
  };
  const local = useLocalTime();
  return {
    'notice-tags': () => t`The campaign was paused because unknown merge tags stop a campaign here.`,
    'notice-refused': ({ relay }) =>
      t`The campaign was paused because the mail server ${relay} refuses its messages to every recipient. They are postponed. Resume the campaign once this is fixed. The server says:`,
    'notice-member': ({ member }) => `${members[member] ?? member}:`,
    'notice-more': ({ count }) => t`And ${count} more.`,
    'notice-feed-again': ({ url, at }) => t`The feed ${url} cannot be used and will be tried again at ${local(at)}:`,
    'notice-feed-paused': ({ url }) => t`The campaign was paused because the feed ${url} cannot be used:`,
    'notice-feed-left-out': ({ url }) => t`The campaign is being sent without the feed ${url}, which cannot be used:`,
    'notice-page-again': ({ url, at }) => t`The content ${url} cannot be used and will be tried again at ${local(at)}:`,
    'notice-page-paused': ({ url }) => t`The campaign was paused because the content ${url} cannot be used:`,
    'notice-page-left-out': ({ url }) =>
      t`The campaign is being sent without the content ${url}, which cannot be used:`,
    'notice-empty-ended': ({ url }) =>
      t`The feed ${url} has no items to show. The campaign was ended without being sent.`,
    'notice-empty-again': ({ url, at }) =>
      t`The feed ${url} has no items to show. The campaign checks again at ${local(at)}.`,
    'notice-held': () => t`The campaign is waiting until the missing settings are filled in.`,
    'notice-begin-failed': ({ at }) =>
      t`The campaign could not start because of an error on this server (see its log). Next attempt at ${local(at)}.`,
    'notice-test-nobody': () =>
      t`No mail server accepted a message of this A/B test, so no variant won. Choose the variant to send to the rest, or end the test.`,
    'notice-test-went-back': () =>
      t`The database went back to an earlier state (a backup, or a standby that was behind), so it is not known whether the winner of this A/B test has been sent to the rest since. Check the log of your mail server: if it has not, choose the variant to send to the rest; if it has, end the test.`,
    'notice-plain-text': () =>
      t`The plain text of the emails is a simplified version: the HTML is too long or too deeply nested. Write your own plain text, or use simpler HTML.`,
    'notice-went-back': () =>
      t`The database went back to an earlier state (a backup, or a standby that was behind), so it is not known what this campaign sent last. Before you resume it, tell it who is in the log of your mail server: npx mailwright settle <campaign_uid> accept --mailed <file>. Anyone it does not know about gets it again.`,
  };
}

export function useFeedWords(): Words<'feed'> {
  const { t } = useLingui();
  return {
    'feed-large': ({ most }) => t`it has more than ${most} characters`,
    'feed-entities': () => t`it declares entities of its own`,
    'feed-no-xml': () => t`it is not an RSS or Atom feed`,
    'feed-no-json': () => t`it is not valid JSON`,
    'feed-no-list': () => t`it is neither a list nor a JSON feed`,
    'feed-no-json-feed': () => t`it is not a JSON feed`,
    'feed-stopped': () => t`reading it was stopped`,
    'feed-busy': () => t`it cannot be read right now`,
    'feed-slow': () => t`it takes too long to read`,
    'feed-unreadable': () => t`it cannot be read`,
  };
}
