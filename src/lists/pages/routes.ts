// Endpoints for the settings of a list's public pages.

import { ok, type Route } from '../../http/route.ts';
import { changingList, listOfCall } from '../of-call.ts';
import { changePages } from './change.ts';
import { DEFAULT_PAGES, pageSettingsOf } from './settings.ts';
import { pagesAnswer, pagesBody, readPages, toWirePages } from './wire.ts';

const group = 'Lists';
const path = '/lists/:list_uid/pages';

const one: Route = {
  name: 'getListPages',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'How the public pages of a list look and speak',
  group,
  status: 200,
  answer: pagesAnswer,
  handle: async (call) => ok({ data: { record: toWirePages(pageSettingsOf(await listOfCall(call))) } }),
};

const update: Route = {
  name: 'updateListPages',
  method: 'PUT',
  path,
  needs: 'edit',
  summary: 'Change the public pages of a list; what is not sent stays, what is empty is as by default',
  group,
  body: pagesBody,
  wrappers: ['pages'],
  status: 200,
  answer: pagesAnswer,
  handle: async (call) => {
    const settings = await changingList(call, async (tx, list) => {
      const after = readPages(call.body, pageSettingsOf(list), DEFAULT_PAGES);
      await changePages(tx, list, after, call.clock.now());
      return after;
    });
    return ok({ data: { record: toWirePages(settings) } });
  },
};

export const pageSettingsRoutes: Route[] = [one, update];
