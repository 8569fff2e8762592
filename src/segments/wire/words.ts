// What the reference says of members of segments, in requests and answers.

export const ABOUT = {
  action: 'What the subscriber did, or did not do.',
  comparison:
    'How long ago it was: `lte` at most the given number of units (the default), `lt` less, `gte` at least, `gt` more, `eq` exactly that many whole units.',
  value: 'Number of time units.',
  unit: 'The time unit.',
  link: 'For clicks: one link of the campaign, by its `hash` or `hash_sha256` in `/campaigns/{campaign_uid}/links`; if absent, any.',
  date: 'Which date: when someone `joined` the list or last `confirmed`, or the value of a `field`.',
  direction: '`ago`: before today, `ahead`: after it. Today is 0 days ago and 0 days ahead.',
  everyYear:
    'Whether only day and month are compared, as for birthdays; for fields, with `lte`, `lt` and `eq`. In years without February 29, February 28 is used instead.',
  groupMatch: 'Whether any condition or group is enough (`any`), all must be met, or `none` may be.',
};
