// What the reference says of members of segments, in requests and answers.

export const ABOUT = {
  action: 'What the subscriber did, or did not do.',
  comparison:
    'How long ago it was: `lte` at most the given number of units (the default), `lt` less, `gte` at least, `gt` more, `eq` exactly that many whole units.',
  value: 'How many units of time.',
  unit: 'The unit of time.',
  link: 'Of clicks: one link of the campaign, by its `hash` or `hash_sha256` in `/campaigns/{campaign_uid}/links`; absent: any.',
  date: 'Which date: when somebody `joined` the list or last `confirmed`, or the value of a `field`.',
  direction: '`ago`: before today, `ahead`: after it. Today is 0 days ago and 0 days ahead.',
  everyYear:
    'Whether the day and month count alone, as of birthdays; of fields, with `lte`, `lt` and `eq`. Who was born on a 29th of February has the 28th in other years.',
  groupMatch: 'Whether one condition or group is enough (`any`), all must hold, or `none` may.',
};
