// Endpoint for the blocks that a campaign is made of.
import { z } from 'zod';
import { blocksAnswered } from '../../blocks/document/member.ts';
import { getSaved } from '../../blocks/saved/queries.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { placeText, readKeyset } from '../../http/members/keyset.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { ok, type Route } from '../../http/route.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { withFileAddresses } from '../../mail/html/file-addresses.ts';
import { campaignOf, tagged } from '../wire/of-call.ts';
import { A_CALL, type After, updateDrafts } from './update-drafts.ts';

const { after: afterMember } = optional({
  after: declare.text('`next` of the previous answer. Absent: from the first.'),
});

const answer = recordOf(() =>
  z
    .strictObject({ campaign_uid: uid('Id of the campaign.'), blocks: blocksAnswered() })
    .meta({ id: 'CampaignBlocks', description: 'The blocks of a campaign.' }),
);

const one: Route = {
  name: 'getCampaignBlocks',
  method: 'GET',
  path: '/campaigns/:campaign_uid/blocks',
  needs: 'read',
  summary: 'Get the blocks that a campaign is made of',
  about: 'The `ETag` is the revision of the campaign, as with `full=1`.',
  group: 'Blocks',
  status: 200,
  answer,
  hasRevision: true,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const { uid: campaign_uid, blocks } = campaign;
    const shown = blocks === null ? null : JSON.parse(withFileAddresses(blocks, call.baseUrl));
    return tagged(ok({ data: { record: { campaign_uid, blocks: shown } } }), campaign);
  },
};

const updated = recordOf(() =>
  z
    .strictObject({
      drafts_count: count('Number of campaign drafts that have the saved version.'),
      templates_count: count('Number of templates that have the saved version.'),
      refused_count: count('Those that stayed unchanged because something else in them would be refused.'),
      refused: z
        .array(
          z.strictObject({
            kind: z.enum(['template', 'campaign']).describe('Its kind.'),
            uid: uid('Its id.'),
            name: said('Its name.'),
            reason: said('What would be refused, by member.'),
          }),
        )
        .describe('The number of each.'),
      left_count: count('Number of those after them, which this request did not look at.'),
      next: z.string().nullable().describe('Send it as `after` to continue; null if all were looked at.'),
    })
    .meta({ id: 'SavedBlockUpdate', description: 'What was changed.' }),
);

const body = whenNeeded(() =>
  z.object({ after: afterMember }).meta({
    id: 'SavedBlockUpdateFrom',
    description: 'Where to continue.',
  }),
);

/** @throws AppError `invalid` */
function readAfter(sent: FormObject): After {
  const { values, faults } = readMembers({ after: afterMember }, sent);
  const { after } = readKeyset(values, ['number', 'number'], faults);
  throwFaults(faults);
  return (after as After | undefined) ?? [0, 0];
}

const update: Route = {
  name: 'updateDraftsOfSavedBlock',
  method: 'POST',
  path: '/saved-blocks/:saved_block_uid/update-drafts',
  needs: 'edit',
  isRepeatable: true,
  summary: 'Bring the drafts and templates with a different version of a saved block up to date',
  about: `A request looks at ${A_CALL} of them, templates first: continue with \`after\` until \`next\` is null. Campaigns that are scheduled or were sent stay unchanged.`,
  body,
  group: 'Blocks',
  status: 200,
  answer: updated,
  handle: async (call) => {
    const saved = await getSaved(call.db, call.caller.customerId, call.params['saved_block_uid'] ?? '');
    const { counts, refused, left, next } = await updateDrafts(call, saved, readAfter(call.body));
    const { campaign: drafts_count, template: templates_count } = counts;
    const refused_count = refused.length;
    const record = { drafts_count, templates_count, refused_count, refused, left_count: left, next: placeText(next) };
    return ok({ data: { record } });
  },
};

export const campaignBlocksRoutes: Route[] = [one, update];
