// Puts a saved block as it is now into the templates and drafts that have it otherwise.
import { pageMaker, readBlocksPage } from '../../blocks/compile/for-customer.ts';
import { countDiffering, differingOwners, type SavedBlock } from '../../blocks/saved/queries.ts';
import { withSaved } from '../../blocks/saved/uses.ts';
import type { FormObject } from '../../http/form/decode.ts';
import type { Call } from '../../http/route.ts';
import { AppError, type Faults, type FaultTexts, textsOf } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { templateById } from '../../templates/queries.ts';
import { changeTemplate } from '../../templates/update.ts';
import { draftById } from '../queries.ts';
import { changeCampaign } from '../update.ts';
import { readCampaign } from '../wire/input.ts';
import { around, rightToChange, savedBy } from '../wire/of-call.ts';

/** Templates and drafts that one request looks at. */
export const A_CALL = 100;

/** Templates come first. */
const KINDS = ['template', 'campaign'] as const;
type Kind = (typeof KINDS)[number];
/** Behind what was looked at last: its place among KINDS, and its id. */
export type After = readonly [kind: number, id: number];
/** What stayed as it was, and why. */
export type Refused = { kind: Kind; uid: string; name: string; reason: string };
/** How many were changed; `next`: where to go on, if anything is left after it. */
export type Updated = {
  counts: Record<Kind, number>;
  refused: Refused[];
  left: number;
  next: After | undefined;
};

/** Changes up to A_CALL of them that come after a place, each in a transaction of its own. */
export async function updateDrafts(call: Call, saved: SavedBlock, after: After): Promise<Updated> {
  const counts = { template: 0, campaign: 0 };
  const refused: Refused[] = [];
  let at = after;
  let most = A_CALL;
  for (const [index, kind] of KINDS.entries()) {
    if (index < at[0] || most === 0) continue;
    const owners = await differingOwners(call.db, saved, { kind, after: index === at[0] ? at[1] : 0, most });
    for (const { owner_id } of owners) {
      const update = kind === 'template' ? updateTemplate : updateDraft;
      const outcome = await update(call, saved, owner_id);
      if (outcome === 'changed') counts[kind] += 1;
      else if (outcome !== 'gone') refused.push({ kind, ...outcome });
      at = [index, owner_id];
    }
    most -= owners.length;
  }
  const left = await leftBehind(call, saved, at);
  return { counts, refused, left, next: left > 0 ? at : undefined };
}

/** How many after a place have the block otherwise. */
async function leftBehind({ db }: Call, saved: SavedBlock, [first, id]: After): Promise<number> {
  let left = 0;
  for (const [index, kind] of KINDS.entries())
    if (index >= first) left += await countDiffering(db, saved, { kind, after: index === first ? id : 0 });
  return left;
}

/** `gone`: it is no template or draft of blocks any more. */
type Outcome = 'changed' | 'gone' | Omit<Refused, 'kind'>;

const reasonOf = (faults: FaultTexts) =>
  Object.entries(faults)
    .map(([member, message]) => `${member}: ${message}`)
    .join(' ');

async function updateTemplate(call: Call, saved: SavedBlock, id: number): Promise<Outcome> {
  const template = await templateById(call.db, saved.customer_id, id);
  if (!template?.blocks) return 'gone';
  const make = pageMaker(call.db, saved.customer_id);
  const sent = withSaved(template.blocks, saved);
  const faults: Faults = {};
  const page = await readBlocksPage(sent, { path: 'blocks', localized: (json) => json, make }, faults);
  if (!page || Object.keys(faults).length > 0)
    return { uid: template.uid, name: template.name, reason: reasonOf(textsOf(faults)) };
  await changeTemplate(call.db, template, { source: { ...page, files: [] } }, call.clock.now());
  return 'changed';
}

/** Saves the draft like a request that sends its blocks; what no request may change stays. */
async function updateDraft(call: Call, saved: SavedBlock, id: number): Promise<Outcome> {
  const draft = await draftById(call.db, saved.customer_id, id);
  if (!draft?.blocks) return 'gone';
  const { author, at } = await savedBy(call);
  try {
    await changeCampaign(
      call.db,
      { customerId: saved.customer_id, uid: draft.uid },
      {
        authorize: rightToChange(call),
        author,
        refuse: ({ status, blocks }) =>
          status === 'draft' && blocks !== null ? undefined : new AppError('state', say('campaign-no-draft')),
        read: async (before) => {
          const body: FormObject = { status: 'draft', template: { blocks: withSaved(before.blocks ?? '', saved) } };
          return readCampaign(body, around(call), before);
        },
      },
      at,
    );
    return 'changed';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'state' || error.code === 'not_found') return 'gone'; // since it was looked for
    if (error.code !== 'invalid' && error.code !== 'forbidden') throw error;
    return { uid: draft.uid, name: draft.name, reason: error.fields ? reasonOf(error.fields) : error.message };
  }
}
