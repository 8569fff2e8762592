// Endpoints for the form of a list as it would be, and as code for other sites.
import { type Html, html } from '../../http/html.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { withUnsaved } from '../../lists/fields/unsaved.ts';
import { listOfCall } from '../../lists/of-call.ts';
import type { PageLanguage } from '../../lists/pages/settings.ts';
import { withUnsavedPages } from '../../lists/pages/unsaved.ts';
import type { List } from '../../storage/tables.ts';
import { isShown } from '../../subscribers/confirmation/sign-up.ts';
import { fieldControl, type ShownField } from '../form/fields.ts';
import { asAddress } from '../form/form-page.ts';
import { type FormField, formField, initialValue } from '../form/values.ts';
import { frameOf, previewed } from '../frame.ts';
import { shownPage } from './views.ts';
import * as wire from './wire.ts';

const group = 'Lists';

const preview: Route = {
  name: 'previewListForm',
  method: 'GET',
  path: '/lists/:list_uid/form-preview.html',
  needs: 'read',
  summary: 'Render the subscribe form or another page of a list for a frame, without storing anything',
  about: 'For `<iframe sandbox>`. Invalid fields and settings are reported as on saving.',
  group,
  query: wire.previewQuery,
  fileType: 'text/html',
  status: 200,
  answer: wire.pageAnswer,
  handle: async (call) => {
    const stored = await listOfCall(call);
    const { page, language, pages, field } = wire.readPreview(call.query);
    const list = pages ? withUnsavedPages(stored, pages) : stored;
    const frame = frameOf(list, { headers: { 'accept-language': language } });
    const shown = shownIn(call, await fieldsOfForm(call, stored, field));
    const shows = shownPage(page, { frame, list, shown, at: call.clock.now() });
    return { status: 200, ...previewed(frame, shows) };
  },
};

/** The fields of the form, with one that is not saved. */
async function fieldsOfForm(call: Call, list: List, unsaved: Call['body'] | undefined): Promise<FormField[]> {
  const fields = await fieldsOf(call.db, list.customer_id, list.id);
  const all = unsaved ? await withUnsaved(call, list, fields, unsaved) : fields;
  return all.filter(isShown).map(formField);
}

const shownIn = ({ caller, clock }: Call, fields: readonly FormField[]): ShownField[] => {
  const context = { at: clock.now(), timeZone: caller.timeZone, ipAddress: '203.0.113.1' };
  return fields.map((field) => ({ field: asAddress(field), given: initialValue(field, context) }));
};

const code: Route = {
  name: 'getFormCode',
  method: 'GET',
  path: '/lists/:list_uid/form-code',
  needs: 'read',
  summary: 'Get the code of a list’s subscribe form for other sites',
  group,
  query: wire.codeQuery,
  status: 200,
  answer: wire.codeAnswer,
  handle: async (call) => {
    const language = wire.readCode(call.query);
    const list = await listOfCall(call);
    if (list.visibility === 'private') throw new AppError('state', say('list-private'));
    const url = `${call.baseUrl}/subscribe/${list.uid}`;
    return ok({ data: { url, ...codeOf(call, list, await fieldsOfForm(call, list, undefined), { url, language }) } });
  },
};

function codeOf(
  call: Call,
  list: List,
  fields: readonly FormField[],
  { url, language }: { url: string; language: PageLanguage },
): { frame: string; html: string } {
  const { title, texts } = frameOf(list, { headers: { 'accept-language': language } });
  const controls = shownIn(call, fields).map((one): Html => html`  ${fieldControl(one, texts)}\n`);
  const form = html`<form action="${url}" method="post" accept-charset="utf-8">\n${controls}  <p><button type="submit">${texts.subscribe.button}</button></p>\n</form>`;
  const frame = html`<iframe src="${url}" title="${title}" style="width:100%;height:40rem;border:0"></iframe>`;
  return { frame: String(frame), html: String(form).replaceAll(/\n\s*\n/g, '\n') };
}

export const formPreviewRoutes: Route[] = [preview, code];
