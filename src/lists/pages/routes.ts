// Endpoints for the settings of a list's public pages.

import { type JsonReply, ok, type Route } from '../../http/route.ts';
import { changingList, listOfCall } from '../of-call.ts';
import { changePages, tagOfPages } from './change.ts';
import { DEFAULT_PAGES, type PageSettings, pageSettingsOf } from './settings.ts';
import { pagesAnswer, pagesBody, readPages, toWirePages } from './wire.ts';

const group = 'Lists';
const path = '/lists/:list_uid/pages';

const answered = (settings: PageSettings): JsonReply => ({
  ...ok({ data: { record: toWirePages(settings) } }),
  headers: { etag: tagOfPages(settings) },
});

const one: Route = {
  name: 'getListPages',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'Get the appearance and texts of a list’s public pages',
  group,
  status: 200,
  answer: pagesAnswer,
  hasRevision: true,
  handle: async (call) => answered(pageSettingsOf(await listOfCall(call))),
};

const update: Route = {
  name: 'updateListPages',
  method: 'PUT',
  path,
  needs: 'edit',
  summary: 'Update the public pages of a list; absent members stay unchanged, empty ones get the default',
  group,
  body: pagesBody,
  wrappers: ['pages'],
  status: 200,
  answer: pagesAnswer,
  hasRevision: true,
  handle: async (call) => {
    const settings = await changingList(call, async (tx, list) => {
      const after = readPages(call.body, pageSettingsOf(list), DEFAULT_PAGES);
      await changePages(tx, list, after, call.clock.now(), call.ifMatch);
      return after;
    });
    return answered(settings);
  },
};

export const pageSettingsRoutes: Route[] = [one, update];
