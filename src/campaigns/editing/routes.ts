// Endpoints that say who has a campaign open for editing.
import { ok, type Route } from '../../http/route.ts';
import { campaignOf, savedBy } from '../wire/of-call.ts';
import { endEditing, noteEditing } from './queries.ts';
import { editingAnswer, editingBody, editingQuery, endedAnswer, readTab, toWireEditing } from './wire.ts';

const group = 'Campaigns';
const path = '/campaigns/:campaign_uid/editing';
const UNAUDITED = 'It says that somebody looks, again and again, and changes nothing.';

const note: Route = {
  name: 'noteEditing',
  method: 'PUT',
  path,
  needs: 'edit',
  summary: 'Report that you have a campaign open, and learn who else has',
  about: 'Valid for a minute: repeat it while the campaign stays open. It prevents no one from saving.',
  group,
  body: editingBody,
  unaudited: UNAUDITED,
  status: 200,
  answer: editingAnswer,
  handle: async (call) => {
    const tab = readTab(call.body);
    const { author, at } = await savedBy(call);
    const others = await noteEditing(call.db, await campaignOf(call), { author, tab, at });
    return ok({ data: { record: toWireEditing(others, author) } });
  },
};

const end: Route = {
  name: 'endEditing',
  method: 'DELETE',
  path,
  needs: 'edit',
  summary: 'Report that you have closed a campaign',
  group,
  query: editingQuery,
  unaudited: UNAUDITED,
  status: 200,
  answer: endedAnswer,
  handle: async (call) => {
    const tab = readTab(call.query);
    const { author } = await savedBy(call);
    await endEditing(call.db, await campaignOf(call), { author, tab });
    return ok();
  },
};

export const campaignEditingRoutes: Route[] = [note, end];
