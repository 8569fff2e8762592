// Takes over a former server, in the order that is safe at every moment: whoever is to get no mail
// comes before anybody who is to get some.

import { isMailAddress } from '../kernel/address.ts';
import type { Tx } from '../storage/db.ts';
import { suppress } from '../suppression/suppress.ts';
import type { FormerCampaign, FormerList, FormerServer, Slice } from './former.ts';
import { takeGone } from './gone.ts';
import { findObject, type Owner, putMailings } from './queries.ts';
import {
  type Item,
  type ListReport,
  newPeopleReport,
  type SwitchReport,
  type Untranslated,
  untranslatedIn,
} from './report.ts';
import { doStep, endRun, openRun, type Run, type SwitchOptions, type SwitchTools } from './run.ts';
import { storeCampaign, storeSegment, storeTemplate } from './store/content.ts';
import { ownList } from './store/lists.ts';
import { storePeople } from './store/people.ts';

/** Takes over a former server, or tries to. @returns what was done, or would be */
export async function switchFrom(
  tools: SwitchTools,
  former: FormerServer,
  options: SwitchOptions,
): Promise<SwitchReport> {
  const run = await openRun(tools, former, options);
  const lists = await former.lists(); // first: a server that is none ends here
  run.report.suppressions = await takeSuppressions(run);
  if (lists.length === 0) run.report.notes.push('There are no lists there.');
  run.report.gone = await takeGone(run, lists);
  const tags = new Map<string, string>();
  for (const list of lists) run.report.lists.push(await takePeople(run, list, tags));
  for (const list of lists) run.report.segments.push(...(await takeSegments(run, list)));
  await takeTemplates(run, tags);
  if (options.campaigns !== 'none') await takeCampaigns(run, lists, tags);
  run.report.mailings = await takeMailings(run);
  await endRun(run);
  run.report.notes.push(...former.notes());
  return run.report;
}

function takeSuppressions(run: Run) {
  return doStep(run, {
    name: 'suppressions',
    label: 'Suppressions',
    unit: 'addresses',
    begin: run.report.suppressions,
    read: (position) => run.former.suppressions(position),
    async store(tx, { customerId }, rows, progress, at) {
      const good = rows.filter(({ email }) => isMailAddress(email));
      const added = await suppress(
        tx,
        good.map((row) => ({ customerId, ...row })),
        at,
      );
      progress.read += rows.length;
      progress.added += added;
      progress.present += good.length - added;
      progress.skipped += rows.length - good.length;
    },
  });
}

/** @param tags gets our tag of each field */
async function takePeople(run: Run, list: FormerList, tags: Map<string, string>): Promise<ListReport> {
  const begin: ListReport = {
    former: list.key,
    name: list.settings.name,
    state: 'same',
    fields_added: [],
    tags_changed: {},
    people: newPeopleReport(),
  };
  let isFirst = true;
  return doStep(run, {
    name: `people ${list.key}`,
    label: list.settings.name.slice(0, 30),
    unit: 'people',
    begin,
    read: (position) => withEmptyFirst(position, run.former.people(list, position)),
    async store(tx, owner, rows, progress, at) {
      const own = await ownList(tx, owner, list, { customer: run.tools.customer, at });
      if (isFirst) for (const [tag, field] of own.fields) if (!tags.has(tag)) tags.set(tag, field.tag);
      isFirst = false;
      if (progress.uid === undefined) {
        Object.assign(progress, { state: own.state, fields_added: own.fieldsAdded, tags_changed: own.tagsChanged });
        progress.uid = run.options.isDryRun && own.state === 'added' ? '' : own.list.uid;
      }
      if (rows.length === 0) return;
      const { list: to, fields } = own;
      const timeZone = run.tools.customer.time_zone;
      await storePeople(tx, owner, rows, { list: to, fields, timeZone, report: progress.people, at });
    },
  });
}

/** A list without people is made too. */
async function* withEmptyFirst<T>(position: string, slices: AsyncIterable<Slice<T>>): AsyncGenerator<Slice<T>> {
  yield { rows: [], position };
  yield* slices;
}

type Content = { items: Item[]; untranslated: Untranslated[]; left: number };
const NO_CONTENT: Content = { items: [], untranslated: [], left: 0 };

/** Things that are made one by one, each a slice; those that are done are passed over. */
async function* oneByOne<T>(things: AsyncIterable<T>, position: string): AsyncGenerator<Slice<T>> {
  let n = 0;
  for await (const thing of things) {
    n += 1;
    if (n > Number(position)) yield { rows: [thing], position: String(n) };
  }
}

async function takeSegments(run: Run, list: FormerList): Promise<Item[]> {
  const { items } = await doStep(run, {
    name: `segments ${list.key}`,
    label: 'Segments',
    unit: 'segments',
    begin: NO_CONTENT,
    read: (position) => oneByOne(run.former.segments(list), position),
    async store(tx, owner, rows, progress, at) {
      const own = await ownList(tx, owner, list, { customer: run.tools.customer, at });
      for (const segment of rows) progress.items.push(await storeSegment(tx, owner, segment, { ...own, at }));
    },
  });
  return items;
}

const MOST_TAGS = 1_000;

/**
 * Translates the tags in texts.
 * @param tags our tag of each of the former server
 * @returns a function that does; it notes in `content` the tags that stay as they are, and where
 */
function translatorOf(run: Run, tags: ReadonlyMap<string, string>, content: Content) {
  return (text: string, where: string): string => {
    const { text: ours, left } = run.former.translate(text, tags);
    const room = MOST_TAGS - content.untranslated.length;
    content.untranslated.push(...untranslatedIn(where, text, left.slice(0, Math.max(0, room))));
    return ours;
  };
}

function report(run: Run, kind: 'templates' | 'campaigns', { items, untranslated }: Content): void {
  run.report[kind].push(...items);
  run.report.untranslated.push(...untranslated);
}

async function takeTemplates(run: Run, tags: ReadonlyMap<string, string>): Promise<void> {
  const content = await doStep(run, {
    name: 'templates',
    label: 'Templates',
    unit: 'templates',
    begin: NO_CONTENT,
    read: (position) => oneByOne(run.former.templates(), position),
    async store(tx, owner, rows, progress, at) {
      const translate = translatorOf(run, tags, progress);
      for (const template of rows) {
        const html = translate(template.html, `template "${template.name}"`);
        progress.items.push(await storeTemplate(tx, owner, { ...template, html }, at));
      }
    },
  });
  report(run, 'templates', content);
}

async function takeCampaigns(run: Run, lists: readonly FormerList[], tags: ReadonlyMap<string, string>): Promise<void> {
  const content = await doStep(run, {
    name: 'campaigns',
    label: 'Campaigns',
    unit: 'campaigns',
    begin: NO_CONTENT,
    read: (position) => oneByOne(run.former.campaigns(), position),
    async store(tx, owner, rows, progress, at) {
      for (const campaign of rows) {
        if (campaign.wasSent && run.options.campaigns === 'drafts') progress.left += 1;
        else progress.items.push(await takeCampaign(run, tx, owner, { campaign, lists, tags, progress, at }));
      }
    },
  });
  report(run, 'campaigns', content);
  if (content.left === 0) return;
  run.report.notes.push(
    `Campaigns that were sent there, left out: ${content.left} (--campaigns all makes drafts of them).`,
  );
}

type CampaignWork = {
  campaign: FormerCampaign;
  lists: readonly FormerList[];
  tags: ReadonlyMap<string, string>;
  progress: Content;
  at: number;
};

async function takeCampaign(
  run: Run,
  tx: Tx,
  owner: Owner,
  { campaign, lists, tags, progress, at }: CampaignWork,
): Promise<Item> {
  const list = lists.find(({ key }) => key === campaign.listKey);
  if (!list) return { name: campaign.name, state: 'skipped', why: 'its list no longer exists' };
  const { customer } = run.tools;
  const own = await ownList(tx, owner, list, { customer, at });
  const { segmentKey } = campaign;
  const segment = segmentKey === undefined ? undefined : await findObject(tx, owner, 'segment', segmentKey);
  if (segmentKey !== undefined && !segment && !run.options.isDryRun) {
    // The whole list would be another audience.
    return { name: campaign.name, state: 'skipped', why: 'its segment could not be made here' };
  }
  if (campaign.skipped !== undefined) return { name: campaign.name, state: 'skipped', why: campaign.skipped };
  const further: number[] = [];
  for (const key of campaign.furtherKeys ?? []) {
    const one = lists.find((other) => other.key === key);
    if (one) further.push((await ownList(tx, owner, one, { customer, at })).list.id);
  }
  const translate = translatorOf(run, tags, progress);
  const text = (part: string, member: string) => translate(part, `campaign "${campaign.name}", ${member}`);
  const ours = {
    ...campaign,
    subject: text(campaign.subject, 'subject'),
    toName: text(campaign.toName, 'recipient'),
    html: text(campaign.html, 'content'),
    plainText: campaign.plainText === null ? null : text(campaign.plainText, 'plain text'),
  };
  return storeCampaign(tx, owner, ours, { list: own.list, further, segmentId: segment?.object_id ?? null, at });
}

async function takeMailings(run: Run): Promise<number> {
  const { n } = await doStep(run, {
    name: 'mailings',
    label: 'Links',
    unit: 'mailings',
    begin: { n: 0 },
    read: (position) => run.former.mailings(position),
    async store(tx, owner, rows, progress, at) {
      const found = new Map<string, number>();
      for (const key of new Set(rows.flatMap(({ listKeys }) => listKeys))) {
        const list = await findObject(tx, owner, 'list', key);
        if (list) found.set(key, list.object_id);
      }
      const pairs = rows.flatMap(({ key, listKeys }) =>
        listKeys.flatMap((listKey) => {
          const listId = found.get(listKey);
          return listId === undefined ? [] : [{ former: key, listId }];
        }),
      );
      await putMailings(tx, owner, pairs, at);
      progress.n += rows.length;
    },
  });
  return n;
}
