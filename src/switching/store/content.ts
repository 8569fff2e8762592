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
import type { List, ListField, Template, Tx } from '../../storage/tables.ts';
import { createTemplate } from '../../templates/create.ts';
import { findTemplate, namesById } from '../../templates/queries.ts';
import { changeTemplate } from '../../templates/update.ts';
import type { FormerCampaign, FormerSegment, FormerTemplate } from '../former.ts';
import { findObject, type Owner, putObject } from '../queries.ts';
import type { Item } from '../report.ts';

type Stored = { id: number; uid: string; updated_at: number };

/** How things of a kind are found by id, made, and changed; absent `change`: they stay as made. */
type Kind<T extends Stored> = {
  kind: 'template' | 'segment' | 'campaign';
  find(id: number): Promise<T | undefined>;
  make(): Promise<{ id: number; uid: string }>;
  change?(current: T): Promise<unknown>;
};

/**
 * Makes a thing of ours from a former server's, and remembers it. One that an earlier run made is
 * changed when it changed there, unless somebody has changed or removed it here since.
 * @param at now, ms
 */
async function storeObject<T extends Stored>(
  tx: Tx,
  owner: Owner,
  { former, name, at }: { former: { key: string }; name: string; at: number },
  { kind, find, make, change }: Kind<T>,
): Promise<Item> {
  const digest = sha256(JSON.stringify(former)).slice(0, 24);
  const known = await findObject(tx, owner, kind, former.key);
  const note = (id: number) => putObject(tx, owner, { kind, former: former.key, object_id: id, digest, stored_at: at });
  if (!known) {
    const made = await make();
    await note(made.id);
    return { name, state: 'added', uid: made.uid };
  }
  const current = await find(known.object_id);
  if (!current) return { name, state: 'skipped', why: 'was removed here since' };
  const { uid } = current;
  if (known.digest === digest) return { name, state: 'same', uid };
  if (!change || current.updated_at !== known.stored_at) return { name, state: 'edited-here', uid };
  await change(current);
  await note(current.id);
  return { name, state: 'changed', uid };
}

/** Longest names of templates, segments and campaigns. */
const named = (name: string) => name.trim().slice(0, 255) || 'Without a name';

/** Makes or changes a template whose tags are translated. @param at now, ms */
export function storeTemplate(tx: Tx, owner: Owner, template: FormerTemplate, at: number): Promise<Item> {
  const { customerId } = owner;
  const name = named(template.name);
  const source = { html: template.html, files: [] };
  return storeObject<Template>(
    tx,
    owner,
    { former: template, name, at },
    {
      kind: 'template',
      async find(id) {
        const [found] = await namesById(tx, customerId, [id]);
        return found && findTemplate(tx, customerId, found.uid);
      },
      make: () => createTemplate(tx, customerId, { name, source }, at),
      change: (current) => changeTemplate(tx, current, { name, source }, at),
    },
  );
}

/** Makes or changes a segment of a list. @param fields our field of each tag there */
export async function storeSegment(
  tx: Tx,
  owner: Owner,
  segment: FormerSegment,
  { list, fields, at }: { list: List; fields: ReadonlyMap<string, ListField>; at: number },
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
  return storeObject(
    tx,
    owner,
    { former: segment, name, at },
    {
      kind: 'segment',
      find: (id) => findSegmentById(tx, owner.customerId, id),
      make: () => createSegment(tx, list, { name, definition }, at),
      change: (current) => changeSegment(tx, current, { name, definition }, at),
    },
  );
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
 * Makes a draft of a campaign. One that was made before stays as it is: somebody may be working on
 * it.
 * @param further ids of the lists after the first
 * @param segmentId our segment, when it was sent to one
 */
export async function storeCampaign(
  tx: Tx,
  owner: Owner,
  campaign: FormerCampaign,
  { list, further, segmentId, at }: { list: List; further: readonly number[]; segmentId: number | null; at: number },
): Promise<Item> {
  const name = named(campaign.name);
  if (campaign.skipped !== undefined) return { name, state: 'skipped', why: campaign.skipped };
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
  return storeObject(
    tx,
    owner,
    { former: campaign, name, at },
    {
      kind: 'campaign',
      find: (id) => findCampaignById(tx, id),
      make: () => createCampaign(tx, owner.customerId, draft, { author: AUTHOR, at }),
    },
  );
}

const oneLine = (text: string, most: number) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most);
