// Endpoints for the brand, and for the page that blocks become.
import { LARGE_BODY } from '../http/limits/body.ts';
import { type Call, type JsonReply, ok, type Route } from '../http/route.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { withFileAddresses, withFileMarkers } from '../mail/html/file-addresses.ts';
import { type Brand, brandOf, brandSchema, languageOf, putBrand, tagOfBrand } from './brand.ts';
import { pageMaker, readBlocksPage } from './compile/for-customer.ts';
import { brandAnswer, brandRecord, pageAnswer, pageBody, readBrand } from './wire.ts';

const group = 'Blocks';

async function answered({ db, caller: { customerId }, baseUrl }: Call, brand: Brand): Promise<JsonReply> {
  const shown = brandRecord(brand, await languageOf(db, customerId), baseUrl);
  return { ...ok(shown), headers: { etag: tagOfBrand(brand) } };
}

const brand: Route = {
  name: 'getBrand',
  method: 'GET',
  path: '/brand',
  needs: 'read',
  summary: 'Get what a customer’s block emails have in common: colors, fonts, logo, footer',
  group,
  status: 200,
  answer: brandAnswer,
  hasRevision: true,
  handle: async (call) => answered(call, await brandOf(call.db, call.caller.customerId)),
};

const changeBrand: Route = {
  name: 'updateBrand',
  method: 'PUT',
  path: '/brand',
  needs: 'edit',
  summary: 'Replace what a customer’s block emails have in common',
  about:
    'Absent members use the server’s defaults. Emails take the change over when their blocks are saved; existing ones stay unchanged.',
  group,
  body: brandSchema,
  status: 200,
  answer: brandAnswer,
  hasRevision: true,
  handle: async (call) => {
    const { db, caller, baseUrl, body, clock } = call;
    const stored = await putBrand(db, caller.customerId, readBrand(body, baseUrl), clock.now(), call.ifMatch);
    return answered(call, stored);
  },
};

const page: Route = {
  name: 'showBlocks',
  method: 'POST',
  path: '/blocks/page',
  needs: 'edit',
  summary: 'Render blocks as a page, without storing anything',
  group,
  body: pageBody,
  bodyLimit: LARGE_BODY,
  unaudited: 'It changes nothing.',
  isRepeatable: true,
  status: 200,
  answer: pageAnswer,
  refuses: [422],
  handle: async ({ db, caller, baseUrl, body }) => {
    const faults: Faults = {};
    const localized = (json: string) => withFileMarkers(json, baseUrl);
    const make = pageMaker(db, caller.customerId);
    const made = await readBlocksPage(body['blocks'] ?? '', { path: 'blocks', localized, make }, faults);
    throwFaults(faults);
    const shown = (text: string) => withFileAddresses(text, baseUrl);
    const record = made && { html: shown(made.html), blocks: JSON.parse(shown(made.blocks)) };
    return ok({ data: { record } });
  },
};

export const blocksRoutes: Route[] = [brand, changeBrand, page];
