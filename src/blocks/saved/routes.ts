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
  summary: 'Blocks that several mails have, and how many',
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
  summary: 'One saved block',
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
  summary: 'Save a block, such as a header or footer, for several mails',
  about: `A block of a document that was made from it names it in \`saved\`. A customer has at most ${MOST}.`,
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
  summary: 'Change a saved block; mails keep it as they have it',
  about:
    '`used_in.differing_count` says how many drafts and templates have it otherwise; update-drafts puts it into them.',
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
  summary: 'Remove a saved block; mails that have it keep it',
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
