// Makes segments, templates and campaigns of a former server's; those of a run before are changed
// when they changed there and nobody changed them here.
import { createCampaign } from '../../campaigns/create.ts';
import { DEFAULT_OPTIONS } from '../../campaigns/options.ts';
import { findCampaignById } from '../../campaigns/queries.ts';
import { toColumn } from '../../campaigns/several-lists/lists.ts';
import { sha256 } from '../../kernel/ids.ts';
import { createSegment } from '../../segments/create.ts';
import { findSegmentById } from '../../segments/queries.ts';
import { changeSegment } from '../../segments/update.ts';
import type { FormerObject } from '../../storage/tables/former.ts';
import type { List, ListField, Tx } from '../../storage/tables.ts';
import { createTemplate } from '../../templates/create.ts';
import { getTemplate, namesById } from '../../templates/queries.ts';
import { changeTemplate } from '../../templates/update.ts';
import type { FormerCampaign, FormerSegment, FormerTemplate } from '../former.ts';
import { findObject, type Owner, putObject } from '../queries.ts';
import type { Item } from '../report.ts';

type Known = { known: FormerObject | undefined; digest: string; note(id: number): Promise<void> };

async function knownOf(tx: Tx, owner: Owner, kind: string, former: { key: string }, at: number): Promise<Known> {
  const digest = sha256(JSON.stringify(former)).slice(0, 24);
  const known = await findObject(tx, owner, kind, former.key);
  const note = (id: number) => putObject(tx, owner, { kind, former: former.key, object_id: id, digest, stored_at: at });
  return { known, digest, note };
}

/** What becomes of one that was made before: nothing, a change, or it is somebody's now. */
function nextState({ known, digest }: Known, updatedAt: number): 'same' | 'changed' | 'edited-here' {
  if (known?.digest === digest) return 'same';
  return updatedAt === known?.stored_at ? 'changed' : 'edited-here';
}

/** Longest names of templates, segments and campaigns. */
const named = (name: string) => name.trim().slice(0, 255) || 'Without a name';

/** Makes or changes a template whose tags are translated. @param at now, ms */
export async function storeTemplate(tx: Tx, owner: Owner, template: FormerTemplate, at: number): Promise<Item> {
  const name = named(template.name);
  const before = await knownOf(tx, owner, 'template', template, at);
  const [there] = before.known ? await namesById(tx, owner.customerId, [before.known.object_id]) : [];
  const source = { html: template.html, files: [] };
  if (!there) {
    if (before.known) return { name, state: 'skipped', why: 'was removed here since' };
    const made = await createTemplate(tx, owner.customerId, { name, source }, at);
    await before.note(made.id);
    return { name, state: 'added', uid: made.uid };
  }
  const current = await getTemplate(tx, owner.customerId, there.uid);
  const state = nextState(before, current.updated_at);
  if (state === 'changed') {
    await changeTemplate(tx, current, { name, source }, at);
    await before.note(current.id);
  }
  return { name, state, uid: current.uid };
}

/** Makes or changes a segment of a list. @param fields our field of each tag there */
export async function storeSegment(
  tx: Tx,
  owner: Owner,
  { list, fields }: { list: List; fields: ReadonlyMap<string, ListField> },
  segment: FormerSegment,
  at: number,
): Promise<Item> {
  const name = named(segment.name);
  const unknown = segment.conditions.find(({ tag }) => tag !== 'EMAIL' && !fields.has(tag));
  const why = segment.skipped ?? (unknown && `has a condition on ${unknown.tag}, which is no field here`);
  if (why !== undefined) return { name, state: 'skipped', why };
  if (segment.conditions.length === 0) return { name, state: 'skipped', why: 'has no conditions' };
  const email = await emailField(tx, list);
  const conditions = segment.conditions.map(({ tag, operator, value }) => ({
    fieldNumber: (fields.get(tag) ?? email).number,
    operator,
    value,
  }));
  const definition = { match: segment.match, conditions, campaignConditions: [], dateConditions: [], groups: [] };
  const before = await knownOf(tx, owner, 'segment', segment, at);
  const current = before.known && (await findSegmentById(tx, owner.customerId, before.known.object_id));
  if (!current) {
    if (before.known) return { name, state: 'skipped', why: 'was removed here since' };
    const made = await createSegment(tx, list, { name, definition }, at);
    await before.note(made.id);
    return { name, state: 'added', uid: made.uid };
  }
  const state = nextState(before, current.updated_at);
  if (state === 'changed') {
    await changeSegment(tx, current, { name, definition }, at);
    await before.note(current.id);
  }
  return { name, state, uid: current.uid };
}

function emailField(tx: Tx, list: List): Promise<Pick<ListField, 'number'>> {
  return tx
    .selectFrom('list_field')
    .select('number')
    .where('customer_id', '=', list.customer_id)
    .where('list_id', '=', list.id)
    .where('tag', '=', 'EMAIL')
    .executeTakeFirstOrThrow();
}

const AUTHOR = { mark: 'switch', name: 'Taken over' };

/**
 * Makes a draft of a campaign. One that was made before stays: it is on its way here.
 * @param further ids of the lists after the first; `segmentId`: of ours, when it was sent to one
 */
export async function storeCampaign(
  tx: Tx,
  owner: Owner,
  { list, further, segmentId }: { list: List; further: readonly number[]; segmentId: number | null },
  campaign: FormerCampaign,
  at: number,
): Promise<Item> {
  const name = named(campaign.name);
  if (campaign.skipped !== undefined) return { name, state: 'skipped', why: campaign.skipped };
  const before = await knownOf(tx, owner, 'campaign', campaign, at);
  if (before.known) {
    const current = await findCampaignById(tx, before.known.object_id);
    if (!current) return { name, state: 'skipped', why: 'was removed here since' };
    return { name, state: before.known.digest === before.digest ? 'same' : 'edited-here', uid: current.uid };
  }
  const draft = {
    list_id: list.id,
    segment_id: segmentId,
    further_lists: toColumn(further),
    type: 'regular' as const,
    name,
    status: 'draft',
    send_at: null,
    from_name: oneLine(campaign.fromName, 100),
    from_email: oneLine(campaign.fromEmail, 100),
    to_name: oneLine(campaign.toName || '[EMAIL]', 255),
    reply_to: oneLine(campaign.replyTo, 100),
    subject: oneLine(campaign.subject, 255),
    plain_text: campaign.plainText,
    auto_plain_text: campaign.plainText === null ? (1 as const) : (0 as const),
    inline_css: 0 as const,
    relay_numbers: null,
    next_run_at: null,
    uncertain_policy: 'hold',
    max_per_minute: null,
    options: { ...DEFAULT_OPTIONS },
    source: { kind: 'content' as const, html: campaign.html },
  };
  const made = await createCampaign(tx, owner.customerId, draft, { author: AUTHOR, at });
  await before.note(made.id);
  return { name, state: 'added', uid: made.uid };
}

const oneLine = (text: string, most: number) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most);
