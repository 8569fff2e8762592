// Starting templates as the interface shows them.
import { z } from 'zod';
import { type BlocksDocument, documentSchema } from '../../blocks/document/schema.ts';
import { said } from '../../http/members/described.ts';
import { successAnswer } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { PageLanguage } from '../../lists/pages/settings.ts';
import { withFileAddresses } from '../../mail/html/file-addresses.ts';
import { STARTING_IDS, type StartingTemplate, startingArchive, startingDocument } from './starting.ts';

/** `baseUrl`: the public address, no slash at its end. `language`: that of page and blocks. */
export function toWireStarting({ id, name, about }: StartingTemplate, language: PageLanguage, baseUrl: string) {
  const html = withFileAddresses(startingArchive(id, language).html, baseUrl);
  const blocks = JSON.parse(
    withFileAddresses(JSON.stringify(startingDocument(id, language)), baseUrl),
  ) as BlocksDocument;
  return { id, name, about, html, blocks };
}

const record = whenNeeded(() =>
  z
    .strictObject({
      id: z.enum(STARTING_IDS).describe('Its name in `POST /templates`, as `starting`.'),
      name: said('Its name, in English.'),
      about: said('Its purpose, in English.'),
      html: said('The page, with its images at public addresses, in the customer’s language if available.'),
      blocks: documentSchema().describe('The same as blocks.'),
    })
    .meta({ id: 'StartingTemplate', description: 'A template that comes with the server.' }),
);

export const startingAnswer = successAnswer(() => ({
  data: z.strictObject({
    records: z.array(record()).describe('All of them, in display order.'),
    next: z.string().nullable().describe('Always null: there are no further records.'),
  }),
}));
