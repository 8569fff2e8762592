// Puts a saved block as it is now into the templates and drafts that have it otherwise.
import { pageMaker, readBlocksPage } from '../../blocks/compile/for-customer.ts';
import { differingOwners, type SavedBlock } from '../../blocks/saved/queries.ts';
import { withSaved } from '../../blocks/saved/uses.ts';
import type { FormObject } from '../../http/form/decode.ts';
import type { Call } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { templateById } from '../../templates/queries.ts';
import { changeTemplate } from '../../templates/update.ts';
import { draftById } from '../queries.ts';
import { changeCampaign } from '../update.ts';
import { readCampaign } from '../wire/input.ts';
import { around, savedBy } from '../wire/of-call.ts';

/** Templates and drafts that one request changes of each. */
export const A_CALL = 100;

/** How many were changed, and how many could not be. */
export type Updated = { drafts: number; templates: number; refused: number };

/** Changes up to A_CALL templates and as many drafts, each in a transaction of its own. */
export async function updateDrafts(call: Call, saved: SavedBlock): Promise<Updated> {
  const updated: Updated = { drafts: 0, templates: 0, refused: 0 };
  const look = { after: 0, most: A_CALL };
  for (const { owner_id } of await differingOwners(call.db, saved, { ...look, kind: 'template' })) {
    if (await updateTemplate(call, saved, owner_id)) updated.templates += 1;
    else updated.refused += 1;
  }
  for (const { owner_id } of await differingOwners(call.db, saved, { ...look, kind: 'campaign' })) {
    const done = await updateDraft(call, saved, owner_id);
    if (done) updated.drafts += 1;
    else updated.refused += 1;
  }
  return updated;
}

async function updateTemplate(call: Call, saved: SavedBlock, id: number): Promise<boolean> {
  const template = await templateById(call.db, saved.customer_id, id);
  if (!template?.blocks) return false;
  const make = pageMaker(call.db, saved.customer_id);
  const sent = withSaved(template.blocks, saved);
  const page = await readBlocksPage(sent, { path: 'blocks', localized: (json) => json, make }, {});
  if (!page) return false;
  await changeTemplate(call.db, template, { source: { ...page, files: [] } }, call.clock.now());
  return true;
}

/** Saves the draft like a request that sends its blocks; what no request may change stays. */
async function updateDraft(call: Call, saved: SavedBlock, id: number): Promise<boolean> {
  const draft = await draftById(call.db, saved.customer_id, id);
  if (!draft?.blocks) return false;
  const { author, at } = await savedBy(call);
  try {
    await changeCampaign(
      call.db,
      { customerId: saved.customer_id, uid: draft.uid },
      {
        author,
        refuse: ({ status, blocks }) =>
          status === 'draft' && blocks !== null ? undefined : new AppError('state', 'It is no draft any more.'),
        read: (before) => {
          const body: FormObject = { status: 'draft', template: { blocks: withSaved(before.blocks ?? '', saved) } };
          return readCampaign(body, around(call), before);
        },
      },
      at,
    );
    return true;
  } catch (error) {
    if (error instanceof AppError && ['invalid', 'state', 'not_found'].includes(error.code)) return false;
    throw error;
  }
}
