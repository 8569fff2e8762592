// Tables of templates, and of what mails of blocks have in common.
import type { Generated } from 'kysely';
import type { Flag, JsonText } from './columns.ts';

export type TemplateTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  name: string;
  folded_name: string; // for searching
  created_at: number;
  updated_at: number;
  subject: string | null; // of transactional emails that are made from it
  content: string;
  blocks: JsonText | null; // blocks/document/schema.ts: BlocksDocument; null = its content is HTML
};

/** What is shown of a template in small. */
export type TemplatePictureTable = {
  customer_id: number;
  template_id: number;
  hash: string; // SHA-256 of the content that it shows, hex
  due_at: number | null; // when a browser is to make the picture; null = it is there, or was given up
  tries: number; // in vain
  fault: string | null; // why the last one was
  outline: string; // SVG: templates/outline/outline.ts
  picture: Uint8Array | null; // WebP; null = none yet
};

/** What the mails of blocks of a customer have in common. */
export type BrandTable = {
  customer_id: number;
  content: JsonText; // blocks/brand.ts: Brand
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

/** A picture of the gallery; its files are rows of their own. */
export type MediaTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  name: string;
  folded_name: string; // for searching
  alt: string | null; // null = nobody has said yet
  source_hash: string; // of the file that was uploaded
  was_used: Flag; // 1 = a mail, a template, a saved block or the brand has had it
  created_at: number;
};

/** A file of a picture, in one size. */
export type MediaFileTable = {
  customer_id: number;
  media_id: number;
  hash: string;
  media_type: string;
  width: number;
  height: number;
  size: number;
};
