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
    'notice-tags': () => t`The campaign was paused, because unknown merge tags stop a campaign here.`,
    'notice-refused': ({ relay }) =>
      t`The campaign was paused, because the mail server ${relay} refuses its messages, whoever they are to. They are put off; resume the campaign when that is mended. It answers:`,
    'notice-member': ({ member }) => `${members[member] ?? member}:`,
    'notice-more': ({ count }) => t`And ${count} more.`,
    'notice-feed-again': ({ url, at }) => t`The feed ${url} cannot be used, and is tried again at ${local(at)}:`,
    'notice-feed-paused': ({ url }) => t`The campaign was paused, because the feed ${url} cannot be used:`,
    'notice-feed-left-out': ({ url }) => t`The campaign is sent without the feed ${url}, which cannot be used:`,
    'notice-page-again': ({ url, at }) => t`The content ${url} cannot be used, and is tried again at ${local(at)}:`,
    'notice-page-paused': ({ url }) => t`The campaign was paused, because the content ${url} cannot be used:`,
    'notice-page-left-out': ({ url }) => t`The campaign is sent without the content ${url}, which cannot be used:`,
    'notice-empty-ended': ({ url }) =>
      t`The feed ${url} has no item to show. The campaign was ended without being sent.`,
    'notice-empty-again': ({ url, at }) =>
      t`The feed ${url} has no item to show. The campaign looks again at ${local(at)}.`,
    'notice-held': () => t`The campaign waits until somebody sets what is missing.`,
    'notice-begin-failed': ({ at }) =>
      t`The campaign could not begin because of a fault of this server, which stands in its log, and is tried again at ${local(at)}.`,
    'notice-test-nobody': () =>
      t`No mail server accepted a message of this A/B test, so no variant won: choose the one that goes to the rest, or end the test.`,
    'notice-test-went-back': () =>
      t`The store went back in time (a backup, or a standby that was behind), and nobody knows whether the winner of this A/B test has gone to the rest since. Look into the log of your mail server: where it has not, choose the variant that goes to the rest; else end the test.`,
    'notice-plain-text': () =>
      t`The plain text of the mails was made in a simple way: the HTML is too long or too deeply nested. Write a plain text of your own, or simpler HTML.`,
    'notice-went-back': () =>
      t`The store went back in time (a backup, or a standby that was behind), and nobody knows what this campaign sent last. Before you resume it, tell it whom the log of your mail server has: npx mailwright settle <campaign_uid> accept --mailed <file>; whoever it does not know of gets it again.`,
  };
}

export function useFeedWords(): Words<'feed'> {
  const { t } = useLingui();
  return {
    'feed-large': ({ most }) => t`it has more than ${most} characters`,
    'feed-entities': () => t`it declares entities of its own`,
    'feed-no-xml': () => t`it is no RSS or Atom feed`,
    'feed-no-json': () => t`it is no JSON`,
    'feed-no-list': () => t`it is neither a list nor a JSON feed`,
    'feed-no-json-feed': () => t`it is no JSON feed`,
    'feed-stopped': () => t`it was not read any more`,
    'feed-busy': () => t`it cannot be read at the moment`,
    'feed-slow': () => t`it takes too long to read`,
    'feed-unreadable': () => t`it cannot be read`,
  };
}
