// Listmonk by its API. It cannot tell which attributes people have, nor who is blocked, so
// everybody is looked at once before the first list is made.
import { AppError } from '../../../kernel/errors.ts';
import type { FormerMember, Slice } from '../../former.ts';
import type { FormerHttp } from '../../http.ts';
import { type Json, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { openPageCount } from '../pages.ts';
import { type Attribute, attributesOf, attributeText } from './rows.ts';
import type { ListmonkRows } from './source.ts';

/** Rows at a time; how many a page has is what its answer says. */
const PAGE = 500;

type Seen = {
  /** By lists' ids, as `members`. */
  attributes: Map<string, Map<string, Attribute>>;
  /** The uuids of a list's people. */
  members: Map<string, Set<string>>;
  blocked: string[];
  /** On no list. */
  lonely: number;
  /** Whether nobody can have been missed, as far as the server's counts say. */
  isWhole: boolean;
};

export function listmonkApi(http: FormerHttp): ListmonkRows {
  let seen: Promise<Seen> | undefined;
  let lists: Promise<Json[]> | undefined;
  const notes: string[] = [];
  const look = () => (seen ??= lookAtAll(http, notes));
  // All at once: it sorts the lists of a page, not the pages.
  const listsOf = async () => objectsOf(objectOf(await dataOf(http, '/api/lists', { per_page: 'all' }))['results']);
  const allLists = () =>
    (lists ??= listsOf().then((rows) => rows.sort((a, b) => (numberOf(a['id']) ?? 0) - (numberOf(b['id']) ?? 0))));
  let again: Promise<Seen> | undefined;
  const absentIn = async (seen: Promise<Seen>, members: readonly FormerMember[]) => {
    const { members: there, isWhole } = await seen;
    const ids = new Map((await allLists()).map((list) => [textOf(list['uuid']), textOf(list['id'])]));
    if (!isWhole) return [];
    return members.filter(({ person, list }) => {
      const people = there.get(ids.get(list) ?? '');
      return people !== undefined && !people.has(person);
    });
  };
  return {
    lists: allLists,
    async attributes({ id }) {
      return [...((await look()).attributes.get(textOf(id))?.values() ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    withoutList: async () => (await look()).lonely,
    async language() {
      const settings = await http.get('/api/config').catch(() => undefined); // a right that nothing else needs
      return textOf(objectOf(objectOf(settings)['data'])['lang']);
    },
    async absent(members) {
      const missed = await absentIn(look(), members);
      if (missed.length === 0) return [];
      // People who left and people who came during a look cancel out in its counts, so two looks
      // must miss somebody.
      again ??= lookAtAll(http, []);
      return absentIn(again, missed);
    },
    async *blocked(position) {
      const { blocked } = await look();
      for (let from = Number(position || 0); from < blocked.length; from += PAGE) {
        const rows = blocked.slice(from, from + PAGE).map((email) => ({ email }));
        yield { rows, position: String(from + rows.length), total: blocked.length };
      }
      const done = blocked.length;
      const first = Math.max(1, Math.floor((Number(position || 0) - done) / PAGE) + 1);
      const query = { order_by: 'created_at', order: 'asc' };
      for await (const { rows, page, trouble } of pages(http, '/api/bounces', query, first)) {
        notes.push(...trouble('Bounces'));
        yield { rows: rows.filter(({ type }) => type !== 'soft'), position: String(done + page * PAGE) };
      }
    },
    people: (list, position) => peopleOf(http, list, position, notes),
    async templates() {
      return objectsOf(await dataOf(http, '/api/templates', {}));
    },
    async *campaigns() {
      const byId = new Map((await allLists()).map((list) => [textOf(list['id']), list]));
      for await (const row of pagesOf(http, '/api/campaigns', { order_by: 'created_at', order: 'asc' })) {
        yield {
          ...row,
          lists: objectsOf(row['lists']).map((list) => ({ uuid: byId.get(textOf(list['id']))?.['uuid'] })),
        };
      }
    },
    notes: () => notes,
    close: async () => undefined,
  };
}

async function dataOf(http: FormerHttp, path: string, query: Record<string, string | number>): Promise<unknown> {
  const answer = await http.get(path, query);
  if (answer === undefined)
    throw new AppError('bad_request', `The server has no ${path}: is it the address of a listmonk?`);
  return objectOf(answer)['data'];
}

type Page = {
  rows: Json[];
  page: number;
  /** On the last page, when the first was read too: whether rows were missed, for people. */
  trouble: (whom: string, what?: string) => string[];
};

async function* pages(
  http: FormerHttp,
  path: string,
  query: Record<string, string | number>,
  first = 1,
): AsyncGenerator<Page> {
  const counted = openPageCount();
  for (let page = first; ; page += 1) {
    const data = objectOf(await dataOf(http, path, { ...query, page, per_page: PAGE }));
    const [rows, total] = [objectsOf(data['results']), numberOf(data['total']) ?? 0];
    counted.add(
      rows.map((row) => textOf(row['id'])),
      total,
    );
    // Not by the total: some versions keep it for a day, and who came since would be missed.
    const isLast = rows.length === 0 || rows.length < (numberOf(data['per_page']) ?? PAGE);
    yield { rows, page, trouble: isLast && first === 1 ? counted.note : () => [] };
    if (isLast) return;
  }
}

async function* pagesOf(http: FormerHttp, path: string, query: Record<string, string>): AsyncGenerator<Json> {
  for await (const { rows } of pages(http, path, query)) yield* rows;
}

/** By id, as anything that it does not sort by: an import gives thousands one `created_at`. */
const BY_ID = { order_by: 'id', order: 'asc' };

async function lookAtAll(http: FormerHttp, notes: string[]): Promise<Seen> {
  const seen: Seen = { attributes: new Map(), members: new Map(), blocked: [], lonely: 0, isWhole: true };
  for await (const { rows, trouble } of pages(http, '/api/subscribers', BY_ID)) {
    const told = trouble('All subscribers');
    notes.push(...told);
    if (told.length > 0) seen.isWhole = false;
    for (const person of rows) note(person);
  }
  return seen;

  function note(person: Json): void {
    const lists = objectsOf(person['lists']);
    if (textOf(person['status']) === 'blocklisted') seen.blocked.push(textOf(person['email']));
    else if (lists.length === 0) seen.lonely += 1;
    for (const list of lists) {
      const id = textOf(list['id']);
      const known = seen.attributes.get(id) ?? new Map<string, Attribute>();
      seen.attributes.set(id, known);
      const members = seen.members.get(id) ?? new Set();
      seen.members.set(id, members.add(textOf(person['uuid']).toLowerCase()));
      for (const [key, value] of attributesOf(person['attribs'])) {
        const text = attributeText(value);
        const { isPlain = true, longest = 0 } = known.get(key) ?? {};
        known.set(key, { key, isPlain: isPlain && text !== undefined, longest: Math.max(longest, text?.length ?? 0) });
      }
    }
  }
}

const LEFT = 'unsubscribed';

/** A position is `<subscription> <page>`; those who left come first. */
async function* peopleOf(http: FormerHttp, list: Json, position: string, notes: string[]): AsyncGenerator<Slice<Json>> {
  const [begun = LEFT, done = '0'] = position === '' ? [] : position.split(' ');
  const id = textOf(list['id']);
  const groups = [LEFT, 'unconfirmed', 'confirmed'];
  for (const group of groups.slice(Math.max(0, groups.indexOf(begun)))) {
    const query = { ...BY_ID, list_id: id, subscription_status: group };
    const first = group === begun ? Number(done) + 1 : 1;
    for await (const { rows, page, trouble } of pages(http, '/api/subscribers', query, first)) {
      notes.push(...trouble(textOf(list['name']), group));
      yield { rows: rows.map((row) => ofList(row, id)), position: `${group} ${page}` };
    }
  }
}

/** A person with what is said of the one list. */
function ofList(person: Json, id: string): Json {
  const own = objectsOf(person['lists']).find((list) => textOf(list['id']) === id) ?? {};
  return {
    ...person,
    subscription_status: own['subscription_status'],
    subscription_created_at: own['subscription_created_at'] ?? person['created_at'],
    subscription_updated_at: own['subscription_updated_at'] ?? person['updated_at'],
    meta: own['subscription_meta'] ?? own['meta'],
  };
}
