// The brand of a customer: the look of its mails of blocks, its logo and its footer. Table `brand`.
import { z } from 'zod';
import { findCustomer } from '../accounts/queries.ts';
import { requireEtag, storedEtag } from '../http/requests/etag.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { languageOfLocale, type PageLanguage } from '../lists/pages/settings.ts';
import { hashesIn } from '../mail/html/file-addresses.ts';
import { noteUsed } from '../media/queries.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { lockRows } from '../storage/dialect.ts';
import type { Fixed } from './compile/context.ts';
import { type LookInput, lookMembers } from './document/look.ts';
import { richText } from './document/rich-text.ts';
import { link, picture, text } from './document/schema.ts';

const logo = whenNeeded(() =>
  z
    .strictObject({
      src: picture(),
      alt: text(500)
        .min(1, 'member-blank')
        .describe('Text shown in place of the image where images are not displayed.'),
      href: link().optional(),
      width: z.int().min(16).max(600).describe('Width in pixels.'),
    })
    .meta({ id: 'BrandLogo', description: 'The image shown by image blocks without an address.' }),
);

export const brandSchema = whenNeeded(() =>
  z
    .strictObject({
      ...lookMembers(),
      logo: logo().optional(),
      footer: text(5000).min(1, 'member-blank').optional().describe('Default text of footers: HTML as in text blocks.'),
    })
    .meta({
      id: 'Brand',
      description: 'What a customer’s emails have in common. Absent members use the server’s defaults.',
    }),
);
export type Brand = z.infer<ReturnType<typeof brandSchema>>;

/** The footer of whoever has not written one. */
export const DEFAULT_FOOTERS: Readonly<Record<PageLanguage, string>> = {
  en: '<p>You get this at [EMAIL].<br><a href="[WEB_VERSION_URL]">Read it in a browser</a> &nbsp;·&nbsp; <a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p><p>[COMPANY_FULL_ADDRESS]</p>',
  de: '<p>Sie erhalten diese E-Mail an [EMAIL].<br><a href="[WEB_VERSION_URL]">Im Browser lesen</a> &nbsp;·&nbsp; <a href="[UNSUBSCRIBE_URL]">Abmelden</a></p><p>[COMPANY_FULL_ADDRESS]</p>',
};

/** The language of mails that do not name theirs: that of the customer's locale, else English. */
export async function languageOf(db: Db, customerId: number): Promise<PageLanguage> {
  return languageOfLocale((await findCustomer(db, customerId))?.locale ?? '');
}

/** The customer's brand; empty when there is none yet. Pictures are at markers, as in the store. */
export async function brandOf(db: Db, customerId: number): Promise<Brand> {
  const row = await db.selectFrom('brand').select('content').where('customer_id', '=', customerId).executeTakeFirst();
  return row ? (JSON.parse(row.content) as Brand) : {};
}

/** Names a brand as it is stored. */
export const tagOfBrand = (brand: Brand) => storedEtag([brand]);

/**
 * Replaces the customer's brand.
 * @param at now, ms
 * @param ifMatch what the request was made for, as in `If-Match`; absent: whatever stands
 * @returns it as it is stored: read again, it might be what somebody else saved since
 * @throws AppError `stale` when it is another than was asked for
 */
export function putBrand(db: Db, customerId: number, brand: Brand, at: number, ifMatch?: string): Promise<Brand> {
  const stored = cleaned(brand);
  const content = JSON.stringify(stored);
  const row = { content, updated_at: at };
  return inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('brand')
      .selectAll()
      .where('customer_id', '=', customerId)
      .modifyEnd(lockRows(tx))
      .executeTakeFirst();
    requireEtag(ifMatch, tagOfBrand(before ? JSON.parse(before.content) : {}), before?.updated_at ?? at);
    await tx
      .insertInto('brand')
      .values({ customer_id: customerId, ...row })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
      .execute();
    await noteUsed(tx, customerId, hashesIn(content));
    return stored;
  });
}

const cleaned = (brand: Brand): Brand =>
  brand.footer === undefined ? brand : { ...brand, footer: richText(brand.footer, { hasParts: true }) };

/** What a mail takes of the brand: the look, and what stands where a block says nothing. */
export function takenOf(
  { logo: shown, footer, ...look }: Brand,
  language: PageLanguage,
): { look: LookInput; fixed: Fixed } {
  return { look, fixed: { logo: shown ?? null, footer: footer ?? DEFAULT_FOOTERS[language], language } };
}
