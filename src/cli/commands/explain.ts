// The command `explain`: why an address was not mailed.
import { explainAddress } from '../../messages/explain/explain.ts';
import type { Command } from '../command.ts';
import { getCampaign } from '../lookup.ts';
import { printable } from '../output.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'why an address was not mailed by a campaign',
  example: 'ab12cd34ef56g bob@example.com',
  usage: `<campaign_uid> <address>

Says why an address was not mailed by a campaign, or what became of its message.`,
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
