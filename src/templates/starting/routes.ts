// Endpoint for the templates that come with the server.
import { languageOf } from '../../blocks/brand.ts';
import { ok, type Route } from '../../http/route.ts';
import { STARTING_TEMPLATES } from './starting.ts';
import { startingAnswer, toWireStarting } from './wire.ts';

const listing: Route = {
  name: 'listStartingTemplates',
  method: 'GET',
  path: '/starting-templates',
  needs: 'read',
  summary: 'List the starting templates that come with the server',
  about:
    'They have ghost tables for Outlook, stay below Gmail’s clipping limit, and follow the reader’s color scheme. They are in English, or in German for customers with a German locale.',
  group: 'Templates',
  status: 200,
  answer: startingAnswer,
  handle: async ({ db, caller, baseUrl }) => {
    const language = await languageOf(db, caller.customerId);
    const records = STARTING_TEMPLATES.map((template) => toWireStarting(template, language, baseUrl));
    return ok({ data: { records, next: null } });
  },
};

export const startingTemplateRoutes: Route[] = [listing];
