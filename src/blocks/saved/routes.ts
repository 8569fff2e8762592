// Endpoints for saved blocks.
import { type Call, created, ok, type Route } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { newUid } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { inTransaction } from '../../storage/db.ts';
import { countHeld, countUses, deleteSaved, getSaved, insertSaved, listSaved, updateSaved } from './queries.ts';
import { changedBody, doneAnswer, listAnswer, newBody, readSaved, savedAnswer, toWireSaved } from './wire.ts';

const group = 'Blocks';
const path = '/saved-blocks';
const one = `${path}/:saved_block_uid`;

/** Saved blocks of a customer. */
const MOST = 200;

/** The saved block that the path names. @throws AppError `not_found` */
const savedOf = ({ db, caller, params }: Call) => getSaved(db, caller.customerId, params['saved_block_uid'] ?? '');

async function shown(call: Call, uid: string) {
  const saved = await getSaved(call.db, call.caller.customerId, uid);
  return { data: { record: toWireSaved(saved, await countUses(call.db, saved.customer_id), call.baseUrl) } };
}

const listing: Route = {
  name: 'listSavedBlocks',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'List blocks shared by several emails, and how many use each',
  group,
  status: 200,
  answer: listAnswer,
  handle: async ({ db, caller, baseUrl }) => {
    const uses = await countUses(db, caller.customerId);
    const records = (await listSaved(db, caller.customerId)).map((saved) => toWireSaved(saved, uses, baseUrl));
    return ok({ data: { records, next: null } });
  },
};

const read: Route = {
  name: 'getSavedBlock',
  method: 'GET',
  path: one,
  needs: 'read',
  summary: 'Get a saved block',
  group,
  status: 200,
  answer: savedAnswer,
  handle: async (call) => ok(await shown(call, call.params['saved_block_uid'] ?? '')),
};

const create: Route = {
  name: 'createSavedBlock',
  method: 'POST',
  path,
  needs: 'edit',
  isOneChange: true,
  summary: 'Save a block, such as a header or footer, for several emails',
  about: `A block of a document that was made from it has its id in \`saved\`. A customer has at most ${MOST}.`,
  group,
  body: newBody,
  status: 201,
  answer: savedAnswer,
  handle: async (call) => {
    const { name = '', content = '' } = readSaved(call.body, call.baseUrl, { isNew: true });
    const [customer_id, at] = [call.caller.customerId, call.clock.now()];
    const { uid } = await inTransaction(call.db, async (tx) => {
      if ((await countHeld(tx, customer_id)) >= MOST)
        throw new AppError('state', say('saved-block-many', { most: MOST }));
      return insertSaved(tx, { uid: newUid(), customer_id, name, content, created_at: at, updated_at: at });
    });
    return created(await shown(call, uid));
  },
};

const update: Route = {
  name: 'updateSavedBlock',
  method: 'PUT',
  path: one,
  needs: 'edit',
  summary: 'Update a saved block; emails keep their own copy',
  about:
    '`used_in.differing_count` is the number of drafts and templates that have a different version; update-drafts brings them up to date.',
  group,
  body: changedBody,
  status: 200,
  answer: savedAnswer,
  handle: async (call) => {
    const saved = await savedOf(call);
    const changes = readSaved(call.body, call.baseUrl, { isNew: false });
    await inTransaction(call.db, (tx) => updateSaved(tx, saved, { ...changes, updated_at: call.clock.now() }));
    return ok(await shown(call, saved.uid));
  },
};

const remove: Route = {
  name: 'deleteSavedBlock',
  method: 'DELETE',
  path: one,
  needs: 'edit',
  summary: 'Delete a saved block; emails that use it keep it',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    const saved = await savedOf(call);
    await inTransaction(call.db, (tx) => deleteSaved(tx, saved));
    return ok();
  },
};

export const savedBlockRoutes: Route[] = [listing, read, create, update, remove];
