// Every limit of every member of every body in /openapi.json is tried through the real door: what
// the reference calls right is taken, and what it calls wrong is refused by name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { apiRoutes } from '../../src/app.ts';
import type { Example } from '../../src/http/openapi/document.ts';
import { referenceOf } from '../../src/web/reference.ts';
import type { TestAnswer } from '../support/app.ts';
import { type CampaignApp, openForSuite } from '../support/campaigns.ts';
import { addUser } from '../support/people.ts';
import { oneEngine } from '../support/stores.ts';
import {
  ABSENT,
  asSaid,
  type BodyMember,
  type DescribedBody,
  describedBodies,
  faultPaths,
  valuesAt,
  withValue,
} from './bounds.ts';
import { openWorld, TYPE_OF, type World } from './world.ts';

const EXAMPLES = JSON.parse(
  readFileSync(new URL('../../src/web/reference-examples.json', import.meta.url), 'utf8'),
) as Record<string, Example>;

/** Bodies whose entries are judged one by one, in an answer of success. */
const ONE_BY_ONE = /^(?:createSubscribers|createSuppressions)$/;
/** Where a value is right by itself, and wrong in what it meets. */
const MEETS =
  /^(?:updateField (?:type|tag|max_length|year_end)|updateCampaign type|createTemplate content|createCustomer company\.\w+)$/;
/**
 * Members of which JSON Schema cannot say what is right: a value that it calls right may be wrong
 * for another reason.
 */
const MEANS_SOMETHING =
  /(?:_uids?|_id|country|zone|delivery_servers|timezone|birthDate|archive|data|file|send_at(?:_iso)?|cronjob|_domains|_url|url|default_value|default_country|background|text|accent|emails?|from|to|name|tls|password|username|quotas|warm_up|until|growth_percent|first_day|conditions|attachments|subscribe|unsubscribe|choice|subscribers|suppressions|regex|template|columns|delimiter|options|status|expires_at|decided_by|link_hash|every_year|date|groups|recipient_time_zone.*)$/;
/** Waits for relays that do not answer; its bounds are tried beside it. */
const WAITS = /^examineInstallation$/;
const SLOW = new Set<unknown>([2048, 3072, 4096]); // to make keys of that size

/** What else a body must say so that this member counts. */
function contextOf({ operationId }: DescribedBody, path: BodyMember['path'], app: CampaignApp) {
  const [first, second] = path;
  const example = structuredClone(EXAMPLES[operationId]?.body ?? {}) as Record<string, unknown>;
  const isUpdate = operationId.startsWith('update');
  if (/Field$/.test(operationId)) {
    const options = first === 'options' && second === 0 ? [{ name: 'n', value: 'v' }] : undefined;
    return { ...example, options, ...(!isUpdate && { type: TYPE_OF[String(first)] ?? 'text' }) };
  }
  if (/Segment$/.test(operationId)) {
    return { name: 'S', ...groupAround(path) };
  }
  if (second === 0 && operationId === 'updateImport') return { columns: [{ new_field: { label: 'x', type: 'text' } }] };
  const beside = { headers: [{ name: 'X-A', value: 'x' }], attachments: [{ name: 'a', data: 'YWFh' }] };
  if (operationId === 'updateCampaign' && second === 0) return { ...example, ...beside };
  if (operationId !== 'createCampaign') return example;
  const isFollowing = String(second).startsWith('autoresponder');
  const template = second === 'archive' || second === 'template_uid' ? {} : { content: '<p>x</p>' };
  return { ...app.input({ template, ...(second === 0 && beside) }), type: isFollowing ? 'autoresponder' : 'regular' };
}

/** Conditions of a segment, or of a group in it, in which a member stands. */
function groupAround([first, second, ...deeper]: BodyMember['path']): Record<string, unknown> {
  const isWithin = second === 0;
  return {
    conditions: [{ field_id: 1, operator_id: 1, value: 'x' }],
    ...(first === 'campaign_conditions' && isWithin && { campaign_conditions: [{ action: 'open' }] }),
    ...(first === 'date_conditions' && isWithin && { date_conditions: [{ date: 'joined' }] }),
    ...(first === 'groups' && isWithin && { groups: [groupAround(deeper)] }),
  };
}

/**
 * The address of an operation, with things that there are: a field or campaign of the kind that has
 * the member.
 */
function addressOf({ path }: DescribedBody, [first, second]: BodyMember['path'], world: World): string {
  const kinds: Record<string, string> = {
    field_id: ` ${TYPE_OF[String(first)] ?? 'text'}`,
    campaign_uid: String(second).startsWith('autoresponder') ? ' autoresponder' : first === 'template' ? ' large' : '',
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    return world[name + (kinds[name] ?? '')] ?? assert.fail(`The world has no ${name}.`);
  });
}

/** A text that may stand there. */
function textFor(path: BodyMember['path']): (length: number) => string {
  const name = String(path.at(-1));
  if (/email_stats|subscribe_to/.test(name)) return (length) => `${mailAddress(length - 9)},b@c.test`;
  if (/email|reply_to|EMAIL|^from$/.test(name)) return mailAddress;
  if (name === 'tag') return (length) => 'T'.repeat(length);
  return (length) => 'x'.repeat(length);
}

function mailAddress(length: number): string {
  if (length < 8) return 'x'.repeat(length);
  const local = Math.min(64, length - 7);
  let domain = 'test';
  while (local + 1 + domain.length < length) {
    const label = Math.min(63, length - local - 2 - domain.length);
    domain = `${'b'.repeat(Math.max(1, label))}.${domain}`;
  }
  return `${'a'.repeat(length - 1 - domain.length)}@${domain}`;
}

/** What disagrees, as a sentence. */
function disagreement(isRight: boolean, answer: TestAnswer, path: string, isMeaning: boolean): string | undefined {
  const named = faultPaths(answer.json?.error);
  const isNamed = named.some((one) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}[`));
  if (isRight) return isNamed && !isMeaning ? `is called right and refused: ${answer.text.trim()}` : undefined;
  if (answer.status !== 422) return `is called wrong and answered ${answer.status}`;
  const isAbout = named.length === 0 || isNamed || named.some((one) => path.startsWith(one));
  return isAbout ? undefined : `is called wrong, and the refusal does not name it: ${answer.text.trim()}`;
}

const pathText = (path: BodyMember['path']) =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');

/** Each part has its own time: all of them take a while on a busy machine. */
const PARTS = 8;

/** What a body may be does not depend on the store: a server, where it takes minutes, is spared. */
const isServer = process.env['MAILWRIGHT_TEST_DATABASE_URL'] !== undefined;

(isServer ? () => undefined : oneEngine)('bodies at the bounds of their members', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  let world: World;
  let session: string;
  let all: DescribedBody[];
  before(async () => {
    world = await openWorld(app);
    ({ session } = await addUser(app, { isOperator: true })); // what a key may, a person may, and more
    all = describedBodies(await referenceOf(apiRoutes, { version: '0.0.0', baseUrl: app.baseUrl }));
  });

  for (let part = 0; part < PARTS; part += 1) {
    test(`are judged as the API reference says (${part + 1} of ${PARTS})`, async () => {
      const found: string[] = [];
      let tried = 0;
      const at = (n: number) => Math.floor((n * all.length) / PARTS);
      const bodies = all.slice(at(part), at(part + 1));
      for (const [body, member, value] of valuesIn(bodies)) {
        const text = pathText(member.path);
        const json = withValue(contextOf(body, member.path, app), member.path, value);
        if (body.operationId === 'sendCampaign') world['campaign_uid'] = await app.make({ status: 'draft' });
        const answer = await app.call(body.method, addressOf(body, member.path, world), { json, session });
        const why = disagreement(
          body.isRight(asSaid(JSON.parse(JSON.stringify(json)))),
          answer,
          text,
          MEANS_SOMETHING.test(text) || MEETS.test(`${body.operationId} ${text}`),
        );
        tried += 1;
        const shown = value === ABSENT ? 'absent' : (JSON.stringify(value) ?? '').slice(0, 40);
        if (why !== undefined) found.push(`${body.operationId} ${text} = ${shown} ${why.slice(0, 250)}`);
      }
      assert.ok(tried > 50, `${tried} bodies were tried`);
      assert.deepEqual(found, [], `\n${found.join('\n')}\n${found.length} of ${tried}`);
    });
  }
});

/** What is tried: each member of each body at its bounds. */
function* valuesIn(bodies: readonly DescribedBody[]): Generator<[DescribedBody, BodyMember, unknown]> {
  for (const body of bodies) {
    for (const member of body.members) {
      if (WAITS.test(body.operationId)) continue;
      if (ONE_BY_ONE.test(body.operationId) && member.path.length > 1) continue;
      for (const value of valuesAt(member, textFor(member.path))) if (!SLOW.has(value)) yield [body, member, value];
    }
  }
}
