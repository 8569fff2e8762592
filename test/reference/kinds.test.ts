// Ids and counts have one kind each, text or number, in the answers of all operations. The examples
// of the reference are answers of all of them (examples.test.ts sees to it).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiRoutes } from '../../src/app.ts';
import type { Example } from '../../src/http/openapi/document.ts';

const EXAMPLES = JSON.parse(
  readFileSync(new URL('../../src/web/reference-examples.json', import.meta.url), 'utf8'),
) as Record<string, Example>;

/** The one table: the first that fits counts. Whatever is a number must be in it. */
const KINDS: readonly [RegExp, 'text' | 'number' | 'either'][] = [
  [/\.sentences\.values\.[a-z0-9]+$/, 'either'], // what stands in a sentence
  [/\.blocks\.(?:blocks|look)\./, 'either'], // as a customer wrote it
  [/\.defaults\.(?:dark_)?colors\.[a-z_]+$/, 'text'],
  [/\.held\.count$/, 'number'],
  [/\.options\.autoresponder_(?:open|sent)_campaign_id$/, 'number'], // the interface document says so
  [/^(?:testWebhook|listWebhookDeliveries)\.data\.records?\.(?:attempt|status|duration_ms|events)$/, 'number'],
  [/Webhook.*\.records?\.events$/, 'text'], // the names of those it is told
  [/AbTest\..*\.(?:percent|wait_minutes|accepted|opened|clicked|opened_share|clicked_share)$/, 'number'],
  [/Webhook.*\.batch_size$|^replayWebhook\.events$/, 'number'],
  [/\.options\.(?:autoresponder_time_value|cronjob_enabled|cronjob_max_runs)$/, 'number'],
  [/(?:_id|_uid)$/, 'text'],
  [/\.(?:progress|result|dry_run_result|undo_result)\.[a-z_]+$/, 'number'],
  [/\.data\.count$/, 'text'], // of a collection
  [/(?:_count|_rate)$/, 'number'],
  [/\.data\.(?:total_pages|current_page|next_page|prev_page)$/, 'number'],
  [/Passkey.*\.options\.(?:timeout|pubKeyCredParams\.alg)$/, 'number'], // as WebAuthn has them
  [/\.(?:retries|max_retries|sort_order|time_value|port)$/, 'text'],
  [/\.(?:attempts|max_per_minute|bits|size|line|revision|restored_from|lease_seconds|step_seconds)$/, 'number'],
  [/^erasePerson(?:ByEmail)?\..*\.(?:lists|bounces|complaints|emails|test_inbox|consents|files)$/, 'number'],
  [/\.records?\.percent$|\.result\.done$/, 'number'],
  [/^clearTestInbox\..*\.removed$/, 'number'],
  [
    /\.(?:people|rate|share|events|accepted|deferred|rejected|uncertain|skipped|waiting|bounced|opened|unsubscribes)$/,
    'number',
  ],
  [
    /\.(?:opens|clicks|unique_opens|unique_clicks|opened_share|hard|soft|internal|messages|domains|looked_at)$/,
    'number',
  ],
  [/\.(?:records|words)\.count$/, 'number'],
  [/\.(?:blocks\.version|radius|width|height)$/, 'number'], // of mails of blocks, and of pictures
  [/\.progress\.[a-z_]+$|\.data\.statuses\.[a-z-]+$|\.suppressed\.[a-z_]+$/, 'number'],
  [/\.(?:audience|gets|total)$/, 'number'],
  [/^getRecipientTimes\..*\.(?:known|by_last_open|unknown|unreadable)$/, 'number'],
  [/^getDeliveryServerUsage\..*\.(?:limit|used)$/, 'number'],
  [/^(?:estimate|preview)Segment\..*\.(?:people|margin|of)$/, 'number'],
  [/^getListAutomations\..*\.(?:value|in_a_day)$/, 'number'],
  [/^getQueue\..*\.(?:campaigns_running|slowed|parked|workers|broken_dns_records|rate_per_hour|refusals)$/, 'number'],
  [
    /^getQueue\..*\.(?:connected|limit|half_ms|most_ms|worst_ms)$|^getReturnPath\..*\.(?:read|(?:not_)?understood)$/,
    'number',
  ],
  [/^countLists\..*\.(?:people|confirmed|grown|left)$/, 'number'],
  [/^getListGrowth\..*\.(?:added|confirmed|unsubscribed|bounced|removed|subscribed)$/, 'number'],
  [
    /^checkCampaign\..*\.(?:bytes|limit|length|recipients|links|checked|unchecked|sampled|empty|pictures|missing)$/,
    'number',
  ],
  [/\.data\.(?:audience|added|present|bad|retried|excluded|settled|uncertain)$/, 'number'],
  [/\.(?:messages|left_out)\.[a-z_]+$/, 'number'],
];

/** Every member that the table knows, and every number that it does not. */
function faultsOf(path: string, value: unknown, seen: Set<RegExp>): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => faultsOf(path, one, seen));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => faultsOf(`${path}.${name}`, member, seen));
  }
  const [pattern, kind] = KINDS.find(([known]) => known.test(path)) ?? [];
  if (value === null) return [];
  const actual = typeof value === 'string' ? 'text' : typeof value;
  if (!pattern) return actual === 'number' ? [`${path} is a number that the table does not know`] : [];
  seen.add(pattern);
  return kind === 'either' || actual === kind ? [] : [`${path} is a ${actual}, not a ${kind}`];
}

test('ids and counts are of one kind in the answers of every operation', () => {
  const seen = new Set<RegExp>();
  const faults = apiRoutes.flatMap(({ name, fileType }) => {
    if (fileType !== undefined) return [];
    const answer = EXAMPLES[name]?.answer;
    assert.ok(answer, `${name} has no example`);
    return faultsOf(name, answer, seen);
  });
  assert.deepEqual(faults, []);
  assert.ok(seen.size > 5, 'the table is about members that there are');
});

test('a member of the wrong kind is told', () => {
  for (const wrong of [{ server_id: 3 }, { data: { count: 3 } }, { subscribers_count: '3' }, { other: 3 }]) {
    assert.equal(faultsOf('answer', wrong, new Set()).length, 1, JSON.stringify(wrong));
  }
});

test('the reference names every member that a stream of events tells', () => {
  const about = apiRoutes.find(({ name }) => name === 'streamEvents')?.about ?? '';
  const data = /^data: (.*)$/m.exec(String(EXAMPLES['streamEvents']?.answer))?.[1] ?? '{}';
  const told = Object.entries(JSON.parse(data) as Record<string, object[]>);
  assert.ok(told.length > 2);
  for (const [kind, things] of told)
    for (const name of [kind, ...things.flatMap(Object.keys)]) assert.ok(about.includes(`\`${name}\``), name);
});
