// Another server of this interface, by its API.
import type { Company } from '../../accounts/company.ts';
import { base64Text } from '../../http/form/base64.ts';
import { AppError } from '../../kernel/errors.ts';
import type { ListSettings } from '../../lists/list-settings.ts';
import { OPERATORS } from '../../segments/rules.ts';
import type { FormerCampaign, FormerList, FormerSegment, FormerServer, FormerTemplate } from '../former.ts';
import { nothing } from '../former.ts';
import type { FormerHttp } from '../http.ts';
import { translateOwn } from '../tags/own.ts';
import { type Json, numberOf, objectOf, objectsOf, textOf } from './json.ts';
import { fieldsFrom, type OwnField } from './own-fields.ts';
import { peopleOf, suppressionsOf } from './own-people.ts';

const PAGE = 100;

/** @param name of the server: its address */
export function ownServer(http: FormerHttp, name: string): FormerServer {
  const notes: string[] = [];
  const fields = new Map<string, OwnField[]>();
  const fieldsOf = async (list: string) => {
    const known = fields.get(list) ?? fieldsFrom(await everything(http, `/lists/${list}/fields`));
    fields.set(list, known);
    return known;
  };
  return {
    kind: 'server',
    name,
    edition: '',
    suppressions: (position) => suppressionsOf(http, position, notes),
    async lists() {
      const entries = await everything(http, '/lists', { isRequired: true });
      const uids = entries.map((entry) => textOf(objectOf(entry['general'])['list_uid'])).filter((uid) => uid !== '');
      const lists: FormerList[] = [];
      for (const uid of uids.reverse()) {
        const record = recordOf(await http.get(`/lists/${uid}`, { full: 1 }));
        if (!record) continue;
        const own = await fieldsOf(uid);
        lists.push({ key: uid, uid, settings: settingsFrom(record), fields: own.map(({ input }) => input) });
      }
      return lists;
    },
    people: (list, position) => peopleOf(http, list, position, notes),
    segments: (list) => segmentsOf(http, list.key, () => fieldsOf(list.key)),
    templates: () => templatesOf(http),
    campaigns: () => campaignsOf(http),
    mailings: () => nothing(),
    translate: translateOwn,
    notes: () => [...new Set(notes)],
    close: async () => undefined,
  };
}

/**
 * Every record of a listing, page by page.
 * @throws AppError `bad_request` when there is no such listing and it is required
 */
async function everything(http: FormerHttp, path: string, { isRequired } = { isRequired: false }): Promise<Json[]> {
  const records: Json[] = [];
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = await http.get(path, { page, per_page: PAGE });
    if (answer === undefined && isRequired) {
      throw new AppError('bad_request', `The server has no ${path}: is it the address of its API, such as …/api?`);
    }
    const data = objectOf(objectOf(answer)['data']);
    const found = objectsOf(data['records']).filter((record) => {
      const text = JSON.stringify(record); // some servers give all records on each page
      return !seen.has(text) && seen.add(text);
    });
    records.push(...found);
    if (found.length === 0 || page >= (numberOf(data['total_pages']) ?? 1)) return records;
  }
}

function recordOf(answer: unknown): Json | undefined {
  if (answer === undefined) return undefined;
  return objectOf(objectOf(objectOf(answer)['data'])['record']);
}

function settingsFrom(record: Json): FormerList['settings'] {
  const [general, defaults] = [objectOf(record['general']), objectOf(record['defaults'])];
  const told = objectOf(record['notifications']);
  const yes = (value: unknown) => (textOf(value) === 'yes' ? 'yes' : 'no');
  const optIn = textOf(general['opt_in']);
  const settings: Partial<ListSettings> & { name: string } = {
    name: textOf(general['name']),
    displayName: textOf(general['display_name']),
    description: textOf(general['description']),
    defaults: {
      from_name: textOf(defaults['from_name']),
      from_email: textOf(defaults['from_email']),
      reply_to: textOf(defaults['reply_to']),
      subject: textOf(defaults['subject']),
    },
    notifications: {
      subscribe: yes(told['subscribe']),
      unsubscribe: yes(told['unsubscribe']),
      subscribe_to: textOf(told['subscribe_to']),
      unsubscribe_to: textOf(told['unsubscribe_to']),
    },
    ...(optIn === 'single' || optIn === 'double' ? { optIn } : {}),
    ...(textOf(general['visibility']) === 'private' && { visibility: 'private' }),
  };
  const company = companyFrom(objectOf(record['company']));
  return company ? { ...settings, company } : settings;
}

function companyFrom(record: Json): Company | undefined {
  const country = objectOf(record['country']);
  if (textOf(record['name']) === '' || textOf(record['address_1']) === '') return undefined;
  return {
    name: textOf(record['name']),
    address_1: textOf(record['address_1']),
    address_2: textOf(record['address_2']),
    zone_name: textOf(record['zone_name']) || textOf(objectOf(record['zone'])['name']),
    city: textOf(record['city']),
    zip_code: textOf(record['zip_code']),
    phone: textOf(record['phone']),
    website: textOf(record['website']),
    address_format: textOf(record['address_format']),
    country: { code: textOf(country['code']), name: textOf(country['name']) },
  };
}

async function* segmentsOf(
  http: FormerHttp,
  list: string,
  fieldsOf: () => Promise<OwnField[]>,
): AsyncGenerator<FormerSegment> {
  const tags = new Map((await fieldsOf()).map(({ id, input }) => [id, input.tag]));
  for (const entry of (await everything(http, `/lists/${list}/segments`)).reverse()) {
    const key = textOf(entry['segment_uid']);
    const name = textOf(entry['name']);
    const record = key === '' ? undefined : recordOf(await http.get(`/lists/${list}/segments/${key}`));
    if (!record) {
      yield { key, name, match: 'all', conditions: [], skipped: 'the server does not tell its conditions' };
      continue;
    }
    const conditions = objectsOf(record['conditions']).map((condition) => ({
      tag: tags.get(textOf(condition['field_id'])) ?? `field ${textOf(condition['field_id'])}`,
      operator: OPERATORS[(numberOf(condition['operator_id']) ?? 1) - 1] ?? 'is',
      value: textOf(condition['value']),
    }));
    const asksCampaigns = objectsOf(record['campaign_conditions']).length > 0;
    const asksMore = objectsOf(record['date_conditions']).length + objectsOf(record['groups']).length > 0;
    const match = textOf(record['operator_match']) === 'all' ? 'all' : 'any';
    yield {
      key,
      name,
      match,
      conditions,
      ...(asksMore && { skipped: 'asks for dates or has groups, which are not taken over' }),
      ...(asksCampaigns && { skipped: 'asks for opens or clicks of campaigns, which are not taken over' }),
    };
  }
}

async function* templatesOf(http: FormerHttp): AsyncGenerator<FormerTemplate> {
  for (const entry of (await everything(http, '/templates')).reverse()) {
    const key = textOf(entry['template_uid']);
    const record = key === '' ? undefined : recordOf(await http.get(`/templates/${key}`, { full: 1 }));
    const html = base64Text(textOf(record?.['content'])) ?? '';
    if (record && html !== '') yield { key, name: textOf(record['name']) || textOf(entry['name']), html };
  }
}

const NOT_SENT = new Set(['draft', 'pending-sending', 'pending-approve', 'paused']);

async function* campaignsOf(http: FormerHttp): AsyncGenerator<FormerCampaign> {
  for (const entry of (await everything(http, '/campaigns')).reverse()) {
    const key = textOf(entry['campaign_uid']);
    const record = key === '' ? undefined : recordOf(await http.get(`/campaigns/${key}`, { full: 1 }));
    if (record) yield campaignFrom(key, record);
  }
}

function campaignFrom(key: string, record: Json): FormerCampaign {
  const template = objectOf(record['template']);
  const html = base64Text(textOf(template['content'])) ?? '';
  const plain = textOf(template['plain_text']);
  const segment = textOf(objectOf(record['segment'])['segment_uid']);
  const type = textOf(record['type']);
  const skipped =
    html === ''
      ? 'the server does not tell its content'
      : type === 'autoresponder'
        ? 'is an autoresponder: make it here, when its list is complete'
        : undefined;
  return {
    key,
    name: textOf(record['name']),
    listKey: textOf(objectOf(record['list'])['list_uid']),
    ...(segment !== '' && { segmentKey: segment }),
    subject: textOf(record['subject']),
    fromName: textOf(record['from_name']),
    fromEmail: textOf(record['from_email']),
    replyTo: textOf(record['reply_to']),
    toName: textOf(record['to_name']),
    html,
    plainText: plain === '' ? null : (base64Text(plain) ?? null),
    wasSent: !NOT_SENT.has(textOf(record['status'])),
    skipped,
  };
}
