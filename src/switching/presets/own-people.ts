// The subscribers and suppressions of another server of this interface, page by page.
import { isStatus, SOURCES, STATUSES, type Status } from '../../subscribers/rules.ts';
import { isReason } from '../../suppression/rules.ts';
import type { FormerList, FormerPerson, FormerSuppression, NoPerson, Slice } from '../former.ts';
import type { FormerHttp } from '../http.ts';
import { instantOf, type Json, numberOf, objectOf, objectsOf, textOf } from './json.ts';
import { openPageCount } from './pages.ts';

const PAGE = 500;

type Page = { records: Json[]; pages: number; count: number | undefined };

async function pageOf(
  http: FormerHttp,
  path: string,
  query: Record<string, string | number>,
): Promise<Page | undefined> {
  const answer = await http.get(path, { per_page: PAGE, ...query });
  if (answer === undefined) return undefined;
  const data = objectOf(objectOf(answer)['data']);
  const records = objectsOf(data['records']);
  return { records, pages: numberOf(data['total_pages']) ?? 1, count: numberOf(data['count']) };
}

/** The suppressed addresses; few servers of this interface tell them. */
export async function* suppressionsOf(
  http: FormerHttp,
  position: string,
  notes: string[],
): AsyncGenerator<Slice<FormerSuppression>> {
  const first = Number(position || 0) + 1;
  const counted = openPageCount();
  for (let page = first; ; page += 1) {
    const found = await pageOf(http, '/suppressions', { page });
    if (!found) {
      notes.push(
        'The server does not tell its suppressed addresses: import them with npx mailwright suppression import.',
      );
      return;
    }
    const rows = found.records.map((record) => {
      const reason = textOf(record['reason']);
      return {
        email: textOf(record['email']),
        reason: isReason(reason) ? reason : ('import' as const),
        detail: textOf(record['detail']),
      };
    });
    counted.add(
      rows.map(({ email }) => email),
      found.count,
    );
    if (first === 1 && page >= found.pages) notes.push(...counted.note('Suppressed addresses'));
    yield { rows, position: String(page), total: found.count };
    if (page >= found.pages) return;
  }
}

/** Who left, and who is blocked, come before those who get mail. */
const ORDER: readonly Status[] = [
  ...(['unsubscribed', 'blacklisted'] as const),
  ...STATUSES.filter((status) => status !== 'unsubscribed' && status !== 'blacklisted'),
];
/** The group of servers that do not filter by status. */
const ANY = 'any';

/** The people of a list. A position is `<status> <page>`. */
export async function* peopleOf(
  http: FormerHttp,
  list: FormerList,
  position: string,
  notes: string[],
): AsyncGenerator<Slice<FormerPerson | NoPerson>> {
  const [begun = '', done = '0'] = position.split(' ');
  const tags = list.fields.map(({ tag }) => tag);
  let groups: readonly string[] = begun === ANY ? [ANY] : ORDER.slice(Math.max(0, ORDER.indexOf(begun as Status)));
  for (let place = 0; place < groups.length; place += 1) {
    const group = groups[place] ?? ANY;
    const counted = openPageCount();
    for (let page = group === begun ? Number(done) + 1 : 1; ; page += 1) {
      const found = await pageOf(http, `/lists/${list.key}/subscribers`, {
        page,
        ...(group !== ANY && { status: group }),
      });
      if (!found) return;
      if (group !== ANY && found.records.some((record) => textOf(record['status']) !== group)) {
        groups = [...groups.slice(0, place + 1), ANY]; // it gives everybody whatever the status
        break;
      }
      counted.add(
        found.records.map((record) => textOf(record['subscriber_uid'])),
        found.count,
      );
      if (group !== begun && page >= found.pages) notes.push(...counted.note(list.settings.name, group));
      yield {
        rows: found.records.map((record) => personFrom(record, tags)),
        position: `${group} ${page}`,
        total: undefined,
      };
      if (page >= found.pages || found.records.length === 0) break;
    }
  }
}

function personFrom(record: Json, tags: readonly string[]): FormerPerson | NoPerson {
  const email = textOf(record['EMAIL']) || textOf(record['email']);
  const key = textOf(record['subscriber_uid']);
  if (key === '') return { email, skipped: 'has no id' };
  const said = textOf(record['status']);
  const status = isStatus(said) ? said : 'disabled';
  const source = textOf(record['source']);
  const addedAt = instantOf(record['date_added']);
  return {
    key,
    uid: key,
    email,
    status,
    addedAt,
    values: Object.fromEntries(tags.map((tag) => [tag, textOf(record[tag])])),
    source: SOURCES.find((one) => one === source) ?? 'import',
    ipAddress: textOf(record['ip_address']) || null,
    confirmedAt: instantOf(record['date_confirmed']) ?? (status === 'confirmed' ? addedAt : null),
    confirmIp: textOf(record['confirm_ip']) || null,
    unsubscribedAt: instantOf(record['date_unsubscribed']),
  };
}
