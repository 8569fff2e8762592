// Endpoints for templates as a gallery shows them.
import { z } from 'zod';
import { readMembers } from '../../http/members/schema.ts';
import { created, ok, type Route } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { getTemplate } from '../queries.ts';
import { nameOfCopy } from '../rules.ts';
import { copyTemplate } from './copy.ts';
import { listCards } from './listing.ts';
import { findPicture } from './picture.ts';
import * as wire from './wire.ts';

const group = 'Templates';

const overview: Route = {
  name: 'getTemplateOverview',
  method: 'GET',
  path: '/templates/overview',
  needs: 'read',
  summary: 'List templates for a gallery, last changed first or by name',
  group,
  query: wire.cardsQuery,
  status: 200,
  answer: wire.cardsAnswer,
  handle: async ({ db, caller, query }) => {
    const { perPage, ...asked } = wire.readCards(query);
    const found = await listCards(db, caller.customerId, { ...asked, limit: perPage + 1 });
    return ok({ data: wire.toWireCards(found, asked.sort, perPage) });
  },
};

/** So that it is a picture wherever somebody opens it, and nothing else. */
const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

const picture: Route = {
  name: 'getTemplatePicture',
  method: 'GET',
  path: '/templates/:template_uid/picture',
  needs: 'read',
  summary: 'Get a thumbnail of a template',
  about:
    'A screenshot made by a browser on the server, 640 pixels wide; until there is one, an outline of its areas in its own colors.',
  group,
  query: z.object(wire.pictureMembers),
  status: 200,
  answer: wire.pictureAnswer,
  fileType: 'image/svg+xml',
  otherFileType: 'image/webp',
  handle: async ({ db, caller, params, query }) => {
    const found = await findPicture(db, caller.customerId, params['template_uid'] ?? '');
    if (!found) throw new AppError('not_found', say('template-missing'));
    const { hash, outline, picture: made } = found;
    const { version } = readMembers(wire.pictureMembers, query).values;
    const isKept = version === wire.versionOf(hash, made !== null);
    const headers = {
      ...PICTURE_HEADERS,
      'cache-control': isKept ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      ...(made && { 'content-type': 'image/webp' }),
    };
    return { status: 200, page: made ?? outline, headers };
  },
};

const copy: Route = {
  name: 'copyTemplate',
  method: 'POST',
  path: '/templates/:template_uid/copy',
  needs: 'edit',
  isOneChange: true,
  summary: 'Copy a template',
  group,
  body: wire.copyBody,
  status: 201,
  answer: wire.copyAnswer,
  handle: async ({ db, caller, params, body, clock }) => {
    const name = wire.readCopy(body);
    const template = await getTemplate(db, caller.customerId, params['template_uid'] ?? '');
    const { uid } = await copyTemplate(db, template, name ?? nameOfCopy(template.name), clock.now());
    return created({ template_uid: uid });
  },
};

export const templateGalleryRoutes: Route[] = [overview, picture, copy];
