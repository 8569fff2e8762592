// A campaign's message, compiled once and shared by delivery and the web version. Compiling takes
// milliseconds (parsing, inlining, quoted-printable), so the result is cached under the hash of its
// input. The sources of values (list, customer, fields) are read again each time.

import { contentsOf, fileGone } from '../campaigns/attached/files.ts';
import { attachedTo, headersOf } from '../campaigns/attached/rules.ts';
import { recordFallbackText } from '../campaigns/delivery/notice.ts';
import { asksForLastSent } from '../campaigns/merge/last-sent.ts';
import { utmParameters } from '../campaigns/merge/utm.ts';
import { knownTags } from '../campaigns/merge/values.ts';
import { parsedOptions } from '../campaigns/options.ts';
import { expandHtml, expandText } from '../feeds/expand.ts';
import { type FilledSections, fillFixed } from '../feeds/fill.ts';
import { type Plan, planOf } from '../feeds/plan.ts';
import { sha256 } from '../kernel/ids.ts';
import { recentOf } from '../kernel/recent.ts';
import { languageOfMails } from '../lists/pages/settings.ts';
import { type EncodedFiles, encodeFiles, withFiles } from '../mail/mime/attachments.ts';
import type { CompiledMessage } from '../mail/mime/compile.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { picturesToEmbed } from '../templates/embedded.ts';
import { compileApart } from './compile-apart.ts';
import type { CompileJob } from './compile-job.ts';
import { UNSUBSCRIBE_WORDS, withFooter } from './footer.ts';
import { type CampaignContext, campaignContext, ensureLinks, type SeenBy } from './queries.ts';

/** Everything needed to make one message of the campaign, besides the subscriber. */
export type CompiledCampaign = CampaignContext & {
  compiled: CompiledMessage;
  /**
   * `linkIds[index]` is the row of `compiled.links[index]`, as `clickUrl` expects; empty for a
   * draft that nobody got.
   */
  linkIds: number[];
  /** Whether one of its texts uses the time of the previous message. */
  asksForLastSent: boolean;
  /** The sections filled from feeds, and their content; absent when there are none. */
  feeds?: { plan: Plan; filled: FilledSections };
};

type CachedCompilation = Pick<CompiledCampaign, 'compiled' | 'linkIds' | 'asksForLastSent'>;

const keptOf = recentOf<Db, CachedCompilation>(50);
/** With pictures a compiled message takes up to 7 MB. */
const keptWithPicturesOf = recentOf<Db, CachedCompilation>(5);
/** Compilations under way, shared by concurrent callers. */
const compilingOf = new WeakMap<Db, Map<string, Promise<CachedCompilation>>>();

/**
 * The campaign, ready to be personalized, with the stored content of its feeds; content that is
 * missing, or differs by recipient, is left out (compiledWith). Inserts the rows of its tracked
 * links; equal links share a row.
 * @param installation `baseUrl` is the public address, without a slash at the end
 * @param by absent: as those on its first list get it
 * @returns undefined when the campaign, its list or its customer is gone
 */
export async function compiledCampaign(
  installation: { db: Db; baseUrl: string },
  campaignId: number,
  by?: SeenBy,
): Promise<CompiledCampaign | undefined> {
  const context = await campaignContext(installation.db, campaignId, by);
  if (!context) return undefined;
  const { campaign, fields } = context;
  const bodies = bodiesOf(context);
  const plan = planOf(campaign, bodies, knownTags(fields));
  if (!plan) return { ...context, ...(await compiledBodies(installation, context, bodies)) };
  const filled = await fillFixed(installation.db, campaign, plan);
  const feeds = { plan, filled };
  return { ...context, ...(await compiledWith(installation, { ...context, feeds }, filled)), feeds };
}

/** The message of a campaign with its sections filled like this. */
export function compiledWith(
  installation: { db: Db; baseUrl: string },
  campaign: CampaignContext & Required<Pick<CompiledCampaign, 'feeds'>>,
  { fillingOf }: FilledSections,
): Promise<CachedCompilation> {
  const { html, text } = bodiesOf(campaign);
  const { plan } = campaign.feeds;
  return compiledBodies(installation, campaign, {
    html: expandHtml(html, plan.html, fillingOf),
    text: text === null ? null : expandText(text, plan.text, fillingOf),
  });
}

type Bodies = ReturnType<typeof withFooter>;

async function compiledBodies(
  { db, baseUrl }: { db: Db; baseUrl: string },
  context: CampaignContext,
  bodies: Bodies,
): Promise<CachedCompilation> {
  const source = sourceOf(context, bodies, baseUrl);
  const tags = context.fields.map((field) => field.tag);
  const files = attachedTo(context.campaign);
  const named = { ...source, html: sha256(source.html), text: source.text === null ? null : sha256(source.text) };
  const key = sha256(JSON.stringify([context.campaign.id, named, tags, files, isOnlyShown(context)]));
  const kept = isEmbedding(context) || files.length > 0 ? keptWithPicturesOf(db) : keptOf(db);
  const found = kept.get(key);
  if (found) return found;
  const compiling = compilingOf.get(db) ?? new Map<string, Promise<CachedCompilation>>();
  compilingOf.set(db, compiling);
  const running = compiling.get(key) ?? compile(db, { source, tags }, context);
  compiling.set(key, running);
  try {
    const result = await running;
    kept.set(key, result);
    return result;
  } finally {
    compiling.delete(key);
  }
}

async function compile(db: Db, { source, tags }: CompileJob, context: CampaignContext): Promise<CachedCompilation> {
  const pictures = isEmbedding(context) ? await picturesToEmbed(db, source.html) : [];
  const bare = await compileApart({ source: { ...source, pictures }, tags }, context.campaign.customer_id);
  const files = await encodedFilesOf(db, context.campaign);
  const compiled = files ? withFiles(bare, files) : bare;
  if (compiled.isTextFallback) await recordFallbackText(db, context.campaign);
  const { fromName, fromEmail, toName, replyTo, subject, html, text, headers = [], linkParameters = [] } = source;
  return {
    compiled,
    linkIds: isOnlyShown(context) ? [] : await ensureLinks(db, context.campaign, compiled.links),
    asksForLastSent: asksForLastSent([
      fromName,
      fromEmail,
      toName,
      replyTo,
      subject,
      html,
      text,
      ...[...headers, ...linkParameters].map(({ value }) => value),
    ]),
  };
}

const keptFilesOf = recentOf<Db, EncodedFiles>(3);

/** The campaign's files as its messages end with them, encoded once; undefined: it has none. */
async function encodedFilesOf(db: Db, campaign: Campaign): Promise<EncodedFiles | undefined> {
  const files = attachedTo(campaign);
  if (files.length === 0) return undefined;
  const key = `${campaign.id} ${campaign.attachments}`;
  const found = keptFilesOf(db).get(key);
  if (found) return found;
  const contents = await contentsOf(db, files);
  const encoded = encodeFiles(
    files.map(({ hash, name, mediaType }) => {
      const content = contents.get(hash);
      if (!content) throw fileGone({ name });
      return { name, mediaType, content };
    }),
  );
  keptFilesOf(db).set(key, encoded);
  return encoded;
}

function isEmbedding({ campaign }: CampaignContext): boolean {
  return parsedOptions(campaign).embed_images === 'yes';
}

/**
 * Whether it is a draft that nobody got: each address that its author tries would stay a link of
 * the report. Its previews and test mails lead to the addresses themselves.
 */
function isOnlyShown({ campaign }: CampaignContext): boolean {
  const { status, started_at, freeze_until_id, run_count } = campaign;
  return status === 'draft' && started_at === null && freeze_until_id === null && run_count === 0;
}

function bodiesOf(context: CampaignContext): Bodies {
  const { content, plain_text } = context.campaign;
  return withFooter(content, plain_text, languageOfContext(context));
}

const languageOfContext = ({ list, customer }: CampaignContext) => languageOfMails(list, customer.locale);

const hasText = (text: string | null) => text !== null && text.trim() !== '';

function sourceOf(context: CampaignContext, { html, text }: Bodies, baseUrl: string): CompileJob['source'] {
  const { campaign, list, customer } = context;
  const options = parsedOptions(campaign);
  return {
    fromName: campaign.from_name,
    fromEmail: campaign.from_email,
    toName: campaign.to_name,
    replyTo: campaign.reply_to,
    subject: campaign.subject,
    html,
    text,
    plainTextEmail: options.plain_text_email === 'yes' && (hasText(text) || campaign.auto_plain_text === 1),
    trackLinks: options.url_tracking === 'yes',
    linkParameters: utmParameters(context),
    unsubscribeWord: UNSUBSCRIBE_WORDS[languageOfContext(context)],
    openPixel: options.open_tracking === 'yes',
    inlineCss: campaign.inline_css === 1,
    filesUrl: `${baseUrl}/files`,
    listId: `${list.uid}.${new URL(baseUrl).hostname}`,
    headers: headersOf(campaign),
    feedbackId: `${campaign.uid}:${list.uid}:${customer.uid}:mailwright`,
  };
}
