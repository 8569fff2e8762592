// Notices of campaigns: why the server paused or put one off, or sent it otherwise. One that ends
// with a colon is followed by what it found, as a part of a sentence.
export const NOTICES = {
  'notice-tags': 'The campaign was paused, because MAILWRIGHT_UNKNOWN_TAGS is stop.',
  'notice-refused':
    'The campaign was paused, because the mail server {relay} refuses its messages, whoever they are to. They are put off; resume the campaign when that is mended. It answers:',
  'notice-member': '{member}:',
  'notice-more': 'And {count} more.',
  'notice-feed-again': 'The feed {url} cannot be used, and is tried again at {at}:',
  'notice-feed-paused': 'The campaign was paused, because the feed {url} cannot be used:',
  'notice-feed-left-out': 'The campaign is sent without the feed {url}, which cannot be used:',
  'notice-page-again': 'The content {url} cannot be used, and is tried again at {at}:',
  'notice-page-paused': 'The campaign was paused, because the content {url} cannot be used:',
  'notice-page-left-out': 'The campaign is sent without the content {url}, which cannot be used:',
  'notice-empty-ended': 'The feed {url} has no item to show. The campaign was ended without being sent.',
  'notice-empty-again': 'The feed {url} has no item to show. The campaign looks again at {at}.',
  'notice-held': 'The campaign waits until somebody sets what is missing.',
  'notice-begin-failed':
    'The campaign could not begin because of a fault of this server, which stands in its log, and is tried again at {at}.',
  'notice-test-nobody':
    'No mail server accepted a message of this A/B test, so no variant won: choose the one that goes to the rest, or end the test.',
  'notice-test-went-back':
    'The store went back in time (a backup, or a standby that was behind), and nobody knows whether the winner of this A/B test has gone to the rest since. Look into the log of your mail server: where it has not, choose the variant that goes to the rest; else end the test.',
  'notice-plain-text':
    'The plain text of the mails was made in a simple way: the HTML is too long or too deeply nested to be converted in time. Give template.plain_text, or simpler HTML.',
  'notice-went-back':
    'The store went back in time (a backup, or a standby that was behind), and nobody knows what this campaign sent last. Before you resume it, tell it whom the log of your mail server has: npx mailwright settle <campaign_uid> accept --mailed <file>; whoever it does not know of gets it again.',

  // Why a feed, or a page that is taken into the content, cannot be read, as a part of a sentence.
  'feed-large': 'it has more than {most} characters',
  'feed-entities': 'it declares entities of its own',
  'feed-no-xml': 'it is no RSS or Atom feed',
  'feed-no-json': 'it is no JSON',
  'feed-no-list': 'it is neither a list nor a JSON feed',
  'feed-no-json-feed': 'it is no JSON feed',
  'feed-stopped': 'it was not read any more',
  'feed-busy': 'it cannot be read at the moment',
  'feed-slow': 'it takes too long to read',
  'feed-unreadable': 'it cannot be read',
} as const;
