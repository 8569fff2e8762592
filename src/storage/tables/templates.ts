// Tables of templates, and of what mails of blocks have in common.
import type { Generated } from 'kysely';
import type { JsonText } from './columns.ts';

export type TemplateTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  name: string;
  content: string;
  blocks: JsonText | null; // blocks/document/schema.ts: BlocksDocument; null = its content is HTML
  created_at: number;
  updated_at: number;
  subject: string | null; // of transactional emails that are made from it
};

/** What the mails of blocks of a customer have in common. */
export type BrandTable = {
  customer_id: number;
  content: JsonText; // blocks/brand/brand.ts: Brand
  updated_at: number;
};

/** A block that several mails have. */
export type SavedBlockTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  name: string;
  content: JsonText; // blocks/saved/uses.ts: contentOf
  created_at: number;
  updated_at: number;
};

/** Who has a saved block: templates, and campaigns while they are drafts. */
export type SavedBlockUseTable = {
  customer_id: number;
  saved_block_id: number;
  kind: string; // template | campaign
  owner_id: number;
  hash: string; // of the block as it is there; '' = it is there twice in two forms
};
