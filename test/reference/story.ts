// The story of the examples, first half: lists, fields, people, segments, templates, addresses that
// get no mail.
import type { Teller } from './teller.ts';

export type Cast = { list_uid: string; segment_uid: string; template_uid: string; subscriber_uid: string };

/** @returns what the second half goes on with */
export async function tellOfLists({ tell }: Teller): Promise<Cast> {
  const { list_uid } = await tell('createList', {
    body: {
      general: { name: 'News', description: 'What is new, once a month', opt_in: 'single' },
      defaults: { from_name: 'Ann', from_email: 'ann@example.com', reply_to: 'ann@example.com', subject: 'News' },
      notifications: { subscribe: 'yes', subscribe_to: 'ann@example.com' },
      company: { name: 'Acme Ltd', country: 'GB', address_1: '1 High Street', city: 'Dover', zip_code: 'CT16 1AA' },
    },
  });
  const list = { list_uid };
  await tell('listLists', { query: { page: 1, per_page: 1 } });
  await tell('getList', { params: list });
  await tell('updateList', { params: list, body: { general: { display_name: 'Acme News' } } });
  await tell('getListPages', { params: list });
  await tell('updateListPages', {
    params: list,
    body: { title: 'Acme News', intro: 'Once a month, never more.', colors: { accent: '#0b62c4' }, archive: 'yes' },
  });
  await tell('previewListForm', { params: list, query: { pages: '{"colors":{"accent":"#aa3300"}}', language: 'en' } });
  await tell('getFormCode', { params: list, query: { language: 'en' } });
  await tellOfFields(list, tell);
  const subscriber_uid = await tellOfPeople(list, tell);
  await tell('getListGrowth', {
    params: list,
    query: { by: 'week', from: '2026-01-01T00:00:00Z', until: '2026-01-08T00:00:00Z' },
  });
  await tell('countLists', { query: { list_uids: list.list_uid } });
  const segment_uid = await tellOfSegments(list, tell);
  const copy = await tell('copyList', { params: list });
  await tell('deleteList', { params: { list_uid: copy.list_uid } });
  const template_uid = await tellOfTemplates(tell);
  await tellOfSuppressions(tell);
  await tell('createCustomer', {
    body: {
      customer: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', timezone: 'America/New_York' },
      company: {
        name: 'Hopper Ltd',
        country: 'US',
        zone: 'NY',
        address_1: '2 Low Street',
        city: 'Albany',
        zip_code: '12207',
      },
    },
  });
  await tell('listCountries', { query: { page: 1, per_page: 2 } });
  const [country] = (await tell('listCountries', { query: { per_page: 500 } })).data.records.filter(
    ({ code }: { code: string }) => code === 'US',
  );
  await tell('listZones', { params: { country_id: country.country_id }, query: { page: 1, per_page: 2 } });
  return { list_uid, segment_uid, template_uid, subscriber_uid };
}

type List = { list_uid: string };
type Tell = Teller['tell'];

async function tellOfFields(list: List, tell: Tell): Promise<void> {
  const { data } = await tell('createField', {
    params: list,
    body: {
      type: 'dropdown',
      label: 'Size',
      tag: 'SIZE',
      required: 'no',
      visibility: 'visible',
      sort_order: 3,
      options: [
        { name: 'Small', value: 'S' },
        { name: 'Large', value: 'L' },
      ],
    },
  });
  const field = { ...list, field_id: data.record.field_id };
  await tell('listFields', { params: list, query: { page: 1, per_page: 2 } });
  await tell('getField', { params: field });
  await tell('updateField', { params: field, body: { label: 'Your size', help_text: 'For the shirts.' } });
  await tell('listFieldTypes');
  const spare = await tell('createField', {
    params: list,
    body: { type: 'text', label: 'Nickname', tag: 'NICK', required: 'no', visibility: 'visible' },
  });
  await tell('deleteField', { params: { ...list, field_id: spare.data.record.field_id } });
}

async function tellOfPeople(list: List, tell: Tell): Promise<string> {
  const { data } = await tell('createSubscriber', {
    params: list,
    body: { EMAIL: 'bob@example.com', FNAME: 'Bob', SIZE: 'L', details: { source: 'web', ip_address: '192.0.2.7' } },
  });
  const subscriber = { ...list, subscriber_uid: data.record.subscriber_uid as string };
  await tell('createSubscribers', {
    params: list,
    body: { subscribers: [{ EMAIL: 'eve@example.com', FNAME: 'Eve' }, { EMAIL: 'nobody@example' }] },
  });
  await tell('listSubscribers', { params: list, query: { page: 1, per_page: 1, status: 'confirmed' } });
  await tell('getSubscriber', { params: subscriber });
  await tell('updateSubscriber', { params: subscriber, body: { LNAME: 'Byron' } });
  await tell('searchByEmail', { params: list, query: { EMAIL: 'bob@example.com' } });
  await tell('searchByEmailInAllLists', { query: { page: 1, per_page: 10, EMAIL: 'bob@example.com' } });
  await tell('searchByCustomFields', { params: list, query: { page: 1, per_page: 10, SIZE: 'L', FNAME: 'Bob' } });
  const found = await tell('searchByEmail', { params: list, query: { EMAIL: 'eve@example.com' } });
  const eve = { ...list, subscriber_uid: found.data.subscriber_uid };
  await tell('unsubscribeSubscriber', { params: eve });
  await tell('unsubscribeByEmail', { params: list, body: { EMAIL: 'eve@example.com' } });
  await tell('createOrUpdateSubscriber', { params: list, body: { EMAIL: 'pat@example.com', FNAME: 'Pat' } });
  await tell('deleteByEmail', { params: list, query: { EMAIL: 'pat@example.com' } });
  await tell('unsubscribeEverywhere', { body: { EMAIL: 'eve@example.com' } });
  await tell('deleteSubscriber', { params: eve });
  return subscriber.subscriber_uid;
}

async function tellOfSegments(list: List, tell: Tell): Promise<string> {
  await tell('listConditionOperators');
  const fields = (await tell('listFields', { params: list })).data.records as { tag: string; field_id: string }[];
  const field_id = fields.find(({ tag }) => tag === 'SIZE')?.field_id ?? '';
  const { data } = await tell('createSegment', {
    params: list,
    body: {
      name: 'Large ones',
      operator_match: 'all',
      conditions: [{ field_id, operator_id: '1', value: 'L' }],
      campaign_conditions: [{ action: 'not-sent', time_comparison_operator: 'lte', time_value: 7, time_unit: 'day' }],
    },
  });
  const segment = { ...list, segment_uid: data.record.segment_uid as string };
  await tell('listSegments', { params: list, query: { page: 1, per_page: 10 } });
  await tell('listSegmentOverviews', { query: { per_page: 10 } });
  await tell('getSegment', { params: segment });
  await tell('updateSegment', { params: segment, body: { name: 'Large sizes' } });
  await tell('listSegmentSubscribers', { params: segment, query: { page: 1, per_page: 10 } });
  const { segment_uid } = segment;
  await tell('getAudience', { params: list, query: { segment_uid } });
  await tell('listAudiencePeople', { params: list, query: { reason: 'gets', segment_uid, per_page: 50 } });
  await tell('previewSegment', {
    params: list,
    body: { operator_match: 'all', conditions: [{ field_id, operator_id: 1, value: 'L' }] },
  });
  await tell('estimateSegment', {
    params: list,
    body: {
      operator_match: 'all',
      date_conditions: [{ date: 'joined', time_value: 30, time_unit: 'day' }],
      groups: [{ operator_match: 'any', conditions: [{ field_id, operator_id: 1, value: 'L' }] }],
    },
  });
  await tell('listPeople', { params: list, query: { search: 'bob@', status: 'confirmed', per_page: 50 } });
  const spare = await tell('createSegment', {
    params: list,
    body: { name: 'Spare', conditions: [{ field_id, operator_id: '1', value: 'S' }] },
  });
  await tell('deleteSegment', { params: { ...list, segment_uid: spare.data.record.segment_uid } });
  return segment.segment_uid;
}

async function tellOfTemplates(tell: Tell): Promise<string> {
  const content = '<html><body><h1>News</h1><p>Dear [FNAME],</p></body></html>';
  const { template_uid } = await tell('createTemplate', { body: { name: 'Plain', content } });
  await tell('listStartingTemplates');
  await tell('createTemplate', { body: { starting: 'letter' } });
  await tell('listTemplates', { query: { page: 1, per_page: 10, filter: { name: 'plain' } } });
  await tell('getTemplateOverview', { query: { search: 'plain', per_page: 10 } });
  await tell('getTemplatePicture', { params: { template_uid } });
  await tell('getTemplate', { params: { template_uid } });
  await tell('previewTemplatePage', { params: { template_uid }, query: { scheme: 'light' } });
  await tell('previewStartingTemplatePage', {
    params: { starting_id: 'letter' },
    query: { pictures: 'off', scheme: 'dark' },
  });
  await tell('updateTemplate', { params: { template_uid }, body: { name: 'Plain page' } });
  const spare = await tell('copyTemplate', { params: { template_uid }, body: { name: 'Spare' } });
  await tell('deleteTemplate', { params: { template_uid: spare.template_uid } });
  return template_uid;
}

async function tellOfSuppressions(tell: Tell): Promise<void> {
  await tell('createSuppression', {
    body: { email: 'mallory@example.com', reason: 'manual', detail: 'asked by phone' },
  });
  await tell('createSuppressions', { body: { suppressions: ['oscar@example.com', { email: 'trudy@example.com' }] } });
  await tell('listSuppressions', {
    query: { page: 1, per_page: 10, email: 'mallory@example.com', reason: 'manual' },
  });
  await tell('getSuppression', { params: { email: 'mallory@example.com' } });
  const file = 'email,reason\r\nwalter@example.com,manual\r\n';
  const [type, head] = ['multipart/form-data; boundary=----boundary', 'Content-Type: text/csv\r\n\r\n'];
  const part = `------boundary\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\n${head}`;
  const body = Buffer.from(`${part}${file}\r\n------boundary--\r\n`);
  await tell('uploadSuppressions', { body: { file }, raw: { body, type } });
  await tell('deleteSuppression', { params: { email: 'walter@example.com' } });
  await tell('downloadSuppressions');
}
