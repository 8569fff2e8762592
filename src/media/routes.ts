// Endpoints for pictures.
import { z } from 'zod';
import { LARGE_BODY } from '../http/limits/body.ts';
import { placeText } from '../http/members/keyset.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { inTransaction } from '../storage/db.ts';
import { addPicture } from './add.ts';
import { filesOf, getMedia, listMedia, type Media, updateMedia } from './queries.ts';
import { removePicture } from './remove.ts';
import * as wire from './wire.ts';

const group = 'Media';
const path = '/media';
const one = `${path}/:media_uid`;

const mediaOf = (call: Call) => getMedia(call.db, call.caller.customerId, call.params['media_uid'] ?? '');

async function shown({ db, caller, baseUrl }: Call, media: Media) {
  const files = await filesOf(db, caller.customerId, [media.id]);
  return { data: { record: wire.toWireMedia(media, files, baseUrl) } };
}

const listing: Route = {
  name: 'listMedia',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'List images for emails, newest first',
  group,
  query: z.object(wire.listQuery),
  status: 200,
  answer: wire.listAnswer,
  handle: async ({ db, caller: { customerId }, query, baseUrl }) => {
    const { perPage, ...filter } = wire.readListing(query);
    const found = await listMedia(db, customerId, filter);
    const page = found.slice(0, perPage);
    const ids = page.map(({ id }) => id);
    const files = await filesOf(db, customerId, ids);
    const next = placeText(found.length > perPage ? [page.at(-1)?.id ?? 0] : undefined);
    return ok({ data: { records: page.map((media) => wire.toWireMedia(media, files, baseUrl)), next } });
  },
};

const read: Route = {
  name: 'getMedia',
  method: 'GET',
  path: one,
  needs: 'read',
  summary: 'Get an image',
  group,
  status: 200,
  answer: wire.mediaAnswer,
  handle: async (call) => ok(await shown(call, await mediaOf(call))),
};

const create: Route = {
  name: 'createMedia',
  method: 'POST',
  path,
  needs: 'edit',
  summary: 'Upload an image for emails, which is stored in several sizes',
  about:
    'It is rotated upright, camera metadata is removed, and files with a width of at most 1200, 600 and 320 pixels are made. Animations (GIF) stay unchanged. Uploading the same file again returns the existing image.',
  group,
  body: wire.newBody,
  bodyLimit: LARGE_BODY,
  isRepeatable: true,
  status: 201,
  answer: wire.mediaAnswer,
  refuses: [409],
  handle: async (call) => {
    const picture = wire.readNew(call.body);
    const { media } = await addPicture(call.db, call.caller.customerId, picture, call.clock.now());
    return created(await shown(call, media));
  },
};

const update: Route = {
  name: 'updateMedia',
  method: 'PUT',
  path: one,
  needs: 'edit',
  summary: 'Update the name and alternative text of an image',
  about: 'Emails that use it keep their text.',
  group,
  body: wire.changedBody,
  status: 200,
  answer: wire.mediaAnswer,
  handle: async (call) => {
    const media = await mediaOf(call);
    const changes = wire.readChanges(call.body);
    if (Object.keys(changes).length > 0) await inTransaction(call.db, (tx) => updateMedia(tx, media, changes));
    return ok(await shown(call, await mediaOf(call)));
  },
};

const remove: Route = {
  name: 'deleteMedia',
  method: 'DELETE',
  path: one,
  needs: 'edit',
  summary: 'Delete an image; emails that have used it keep it',
  about: 'Its files are deleted too, unless an email, a template, a saved block or the brand has used it.',
  group,
  status: 200,
  answer: wire.doneAnswer,
  handle: async (call) => {
    await removePicture(call.db, await mediaOf(call));
    return ok();
  },
};

export const mediaRoutes: Route[] = [listing, read, create, update, remove];
