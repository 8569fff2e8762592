// The command `explain`: why an address was not mailed.
import { explainAddress } from '../../messages/explain/explain.ts';
import type { Command } from '../command.ts';
import { getCampaign } from '../lookup.ts';
import { printable } from '../output.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'explain why a campaign was not sent to an address',
  example: 'ab12cd34ef56g bob@example.com',
  usage: `<campaign_uid> <address>

Explains why a campaign was not sent to an address, or what happened to its message.`,
  options: {},
  async run({ words: [uid, email, ...more] }, { withStore }) {
    if (uid === undefined || email === undefined || more.length > 0) return undefined;
    return withStore(async ({ db, clock, print }) => {
      const campaign = await getCampaign(db, uid);
      print(printable((await explainAddress(db, campaign, email.trim(), clock.now())).text));
      return 0;
    });
  },
};
