// The command `retry-failed`: what was rejected goes out once more.

import { countText } from '../../kernel/text/counted.ts';
import { retryFailed } from '../../messages/retry/retry-failed.ts';
import { type Command, FLAG } from '../command.ts';
import { getCampaign } from '../lookup.ts';

const OPTIONS = { 'include-uncertain': FLAG };

export const retryCommand: Command<typeof OPTIONS> = {
  name: 'retry-failed',
  summary: 'send rejected messages again',
  example: 'ab12cd34ef56g',
  usage: `<campaign_uid> [--include-uncertain]

Sends rejected messages again, except to recipients who have unsubscribed, are suppressed, or hard-bounced.
A campaign that was already sent goes back to sending.

Options:
  --include-uncertain   also messages that may or may not have been accepted: some recipients may get two`,
  options: OPTIONS,
  async run({ values, words: [uid, ...more] }, { withStore }) {
    if (uid === undefined || more.length > 0) return undefined;
    const includeUncertain = values['include-uncertain'] === true;
    return withStore(async ({ db, clock, print }) => {
      const campaign = await getCampaign(db, uid);
      const { retried, excluded } = await retryFailed(db, campaign, { includeUncertain }, clock.now());
      const left = excluded > 0 ? `, ${countText(excluded)} left as they are` : '';
      print(`${countText(retried)} pending again${left}.`);
      return 0;
    });
  },
};
