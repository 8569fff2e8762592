// Notices of campaigns: why the server paused or put one off, or sent it otherwise. One that ends
// with a colon is followed by what it found, as a part of a sentence.
export const NOTICES = {
  'notice-tags': 'The campaign was paused because MAILWRIGHT_UNKNOWN_TAGS is stop.',
  'notice-refused':
    'The campaign was paused because the mail server {relay} refuses its messages to every recipient. They are postponed. Resume the campaign once this is fixed. The server says:',
  'notice-member': '{member}:',
  'notice-more': 'And {count} more.',
  'notice-feed-again': 'The feed {url} cannot be used and will be tried again at {at}:',
  'notice-feed-paused': 'The campaign was paused because the feed {url} cannot be used:',
  'notice-feed-left-out': 'The campaign is being sent without the feed {url}, which cannot be used:',
  'notice-page-again': 'The content {url} cannot be used and will be tried again at {at}:',
  'notice-page-paused': 'The campaign was paused because the content {url} cannot be used:',
  'notice-page-left-out': 'The campaign is being sent without the content {url}, which cannot be used:',
  'notice-empty-ended': 'The feed {url} has no items to show. The campaign was ended without being sent.',
  'notice-empty-again': 'The feed {url} has no items to show. The campaign checks again at {at}.',
  'notice-held': 'The campaign is waiting until the missing settings are filled in.',
  'notice-begin-failed':
    'The campaign could not start because of an error on this server (see its log). Next attempt at {at}.',
  'notice-test-nobody':
    'No mail server accepted a message of this A/B test, so no variant won. Choose the variant to send to the rest, or end the test.',
  'notice-test-went-back':
    'The database went back to an earlier state (a backup, or a standby that was behind), so it is not known whether the winner of this A/B test has been sent to the rest since. Check the log of your mail server: if it has not, choose the variant to send to the rest; if it has, end the test.',
  'notice-plain-text':
    'The plain text of the emails is a simplified version: the HTML is too long or too deeply nested to be converted in time. Provide template.plain_text, or simpler HTML.',
  'notice-went-back':
    'The database went back to an earlier state (a backup, or a standby that was behind), so it is not known what this campaign sent last. Before you resume it, tell it who is in the log of your mail server: npx mailwright settle <campaign_uid> accept --mailed <file>. Anyone it does not know about gets it again.',

  // Why a feed, or a page that is taken into the content, cannot be read, as a part of a sentence.
  'feed-large': 'it has more than {most} characters',
  'feed-entities': 'it declares entities of its own',
  'feed-no-xml': 'it is not an RSS or Atom feed',
  'feed-no-json': 'it is not valid JSON',
  'feed-no-list': 'it is neither a list nor a JSON feed',
  'feed-no-json-feed': 'it is not a JSON feed',
  'feed-stopped': 'reading it was stopped',
  'feed-busy': 'it cannot be read right now',
  'feed-slow': 'it takes too long to read',
  'feed-unreadable': 'it cannot be read',
} as const;
