// Endpoint for the blocks that a campaign is made of.
import { z } from 'zod';
import { blocksAnswered } from '../../blocks/document/member.ts';
import { getSaved } from '../../blocks/saved/queries.ts';
import { count, uid } from '../../http/members/described.ts';
import { recordOf } from '../../http/members/schema.ts';
import { ok, type Route } from '../../http/route.ts';
import { withFileAddresses } from '../../mail/html/file-addresses.ts';
import { campaignOf, tagged } from '../wire/of-call.ts';
import { A_CALL, updateDrafts } from './update-drafts.ts';

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

const updated = recordOf(
  z
    .strictObject({
      drafts_count: count('Drafts of campaigns that have it as it is saved now.'),
      templates_count: count('Templates that have it as it is saved now.'),
      refused_count: count('Those that stayed as they were: something else in them would be refused.'),
    })
    .meta({ id: 'SavedBlockUpdate', description: 'What was changed.' }),
);

const update: Route = {
  name: 'updateDraftsOfSavedBlock',
  method: 'POST',
  path: '/saved-blocks/:saved_block_uid/update-drafts',
  needs: 'edit',
  summary: 'Put a saved block into the drafts and templates that have it otherwise',
  about: `At most ${A_CALL} of each in a request: go on while \`used_in.differing_count\` says that there are more. What waits to be sent or was sent stays as it is.`,
  group: 'Blocks',
  status: 200,
  answer: updated,
  handle: async (call) => {
    const saved = await getSaved(call.db, call.caller.customerId, call.params['saved_block_uid'] ?? '');
    const { drafts, templates, refused } = await updateDrafts(call, saved);
    return ok({ data: { record: { drafts_count: drafts, templates_count: templates, refused_count: refused } } });
  },
};

export const campaignBlocksRoutes: Route[] = [one, update];
