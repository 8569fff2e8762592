// Endpoint for the blocks that a campaign is made of.
import { z } from 'zod';
import { blocksAnswered } from '../../blocks/document/member.ts';
import { uid } from '../../http/members/described.ts';
import { recordOf } from '../../http/members/schema.ts';
import { ok, type Route } from '../../http/route.ts';
import { withFileAddresses } from '../../mail/html/file-addresses.ts';
import { campaignOf, tagged } from '../wire/of-call.ts';

const answer = recordOf(
  z
    .strictObject({ campaign_uid: uid('Id of the campaign.'), blocks: blocksAnswered })
    .meta({ id: 'CampaignBlocks', description: 'The blocks of a campaign.' }),
);

const one: Route = {
  name: 'getCampaignBlocks',
  method: 'GET',
  path: '/campaigns/:campaign_uid/blocks',
  needs: 'read',
  summary: 'The blocks that a campaign is made of',
  about: 'The `ETag` is the revision of the campaign, as with `full=1`.',
  group: 'Blocks',
  status: 200,
  answer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const { uid: campaign_uid, blocks } = campaign;
    const shown = blocks === null ? null : JSON.parse(withFileAddresses(blocks, call.baseUrl));
    return tagged(ok({ data: { record: { campaign_uid, blocks: shown } } }), campaign);
  },
};

export const campaignBlocksRoutes: Route[] = [one];
