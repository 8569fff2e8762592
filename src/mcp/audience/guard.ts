// Holds calls that could make mail leave to what their guards say (guards.ts).
import type { Services } from '../../http/route.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Answer, Arguments } from '../door.ts';
import { ASKING, DRAFTS_ONLY, type Guard, guardOf } from '../guards.ts';
import { membersOf } from '../schemas.ts';
import type { RouteTool, Tool } from '../tools.ts';
import { type Ask, audienceOfAddresses, audienceOfCampaign, type Found, MOST_ADDRESSES, wordsOf } from './check.ts';
import { newToken, TOKEN_MS, tokenFault } from './token.ts';

/** What a call may go on with, and what its answer is to warn of; or why not. */
export type Passed =
  | { given: Arguments; ifMatch?: string | undefined; warning?: string | undefined }
  | { fault: string };

export type Checking = Pick<Services, 'secret' | 'clock'> & { customerId: number; ask: Ask };

export const CHECK_AUDIENCE: Tool = {
  name: 'checkAudience',
  title: 'Who gets this',
  description:
    'Returns who would get a campaign now and who would not, by reason, with three of the people; or whether addresses can get a single email. Nothing is sent. Returns the audience_token required for sending: show the answer to the person you act for, and send if they agree. The token is valid for 15 minutes, and only while audience and campaign stay the same.',
  inputSchema: {
    type: 'object',
    properties: {
      campaign_uid: { type: 'string', description: 'A draft, or a paused campaign.' },
      addresses: {
        type: 'array',
        items: { type: 'string' },
        description: `Alternatively, the addresses for a test or a transactional email, at most ${MOST_ADDRESSES}.`,
      },
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** Answers checkAudience. */
export async function checkAudience(checking: Checking, given: Arguments): Promise<Record<string, unknown>> {
  const { campaign_uid, addresses, ...others } = given;
  const fault = (text: string) => ({ fault: text });
  if (Object.keys(others).length > 0)
    return fault('The only arguments are campaign_uid and addresses, one of which is required.');
  if ((campaign_uid === undefined) === (addresses === undefined))
    return fault('Send either campaign_uid or addresses.');
  const found =
    addresses === undefined
      ? await audienceOfCampaign(checking.ask, String(campaign_uid))
      : await audienceOf(checking, addresses);
  if ('fault' in found) return found;
  const { secret, clock, customerId } = checking;
  const token = newToken(secret, { customerId, audience: found.audience }, clock.now());
  return { ...found.told, audience_token: token, token_holds_minutes: TOKEN_MS / MINUTE_MS };
}

/** A call of a guarded tool, without its token. */
type Call = { name: string; given: Arguments; body: Record<string, unknown>; token: unknown };

const CHECKS: Readonly<Record<Guard, (checking: Checking, call: Call) => Promise<Passed>>> = {
  'new-draft': async (_, { given, body }) => ({ given: { ...given, body: { ...body, status: 'draft' } } }),
  drafts: checkDraft,
  'no-asking': checkBulkAction,
  resume: checkResume,
  async campaign(checking, { given, token }) {
    const found = await audienceOfCampaign(checking.ask, uidIn(given));
    return held(checking, { found, token, given, isCampaign: true });
  },
  async addresses(checking, { given, body, token }) {
    const found = await audienceOf(checking, body['to_email'] ?? body['emails']);
    return held(checking, { found, token, given, isCampaign: false });
  },
};

/** Checks a call against the guard of its tool. Nothing has been done yet. */
export async function pass(checking: Checking, { route, tool }: RouteTool, given: Arguments): Promise<Passed> {
  const guard = guardOf(route.name);
  if (guard === undefined) return { given };
  const { audience_token: token, ...rest } = given;
  const known = membersOf(tool.inputSchema.properties['body'] ?? {});
  const body = (rest['body'] ?? {}) as Record<string, unknown>;
  const stranger = Object.keys(body).find((name) => !known.includes(name));
  if (stranger !== undefined) return { fault: `The body has no member ${stranger}. There are: ${known.join(', ')}.` };
  return CHECKS[guard](checking, { name: route.name, given: rest, body, token });
}

const uidIn = (given: Arguments): string => String(given['campaign_uid']);

/** A change of a campaign: it must be a draft, or one that has not begun and becomes a draft. */
async function checkDraft(checking: Checking, { given, body }: Call): Promise<Passed> {
  if (body['status'] !== undefined && body['status'] !== 'draft')
    return { fault: 'The only status allowed here is draft; use sendCampaign to send.' };
  const shown = await checking.ask('getCampaign', { campaign_uid: uidIn(given), full: '1' });
  if (shown.status !== 200) return { fault: wordsOf(shown) };
  const { status, tested_campaign_uid: tested } = recordOf(shown);
  const isBack = status !== 'draft' && body['status'] === 'draft' && (await waits(checking, uidIn(given)));
  if (status !== 'draft' && !isBack) return { fault: `The campaign is ${status}. ${DRAFTS_ONLY}` };
  // A variant of an A/B test stays a draft until it begins with the first one.
  const first = tested && (await checking.ask('getCampaign', { campaign_uid: tested }));
  if (first && first.status === 200 && recordOf(first).status !== 'draft')
    return { fault: `The campaign that it is a variant of is ${recordOf(first).status}. ${DRAFTS_ONLY}` };
  return { given, ifMatch: shown.etag };
}

/** A bulk action: it must not ask people to confirm, which mails them. */
async function checkBulkAction(checking: Checking, { name, given, body }: Call): Promise<Passed> {
  const isAsking =
    name === 'runBulkAction'
      ? await isPreparedAsking(checking, given)
      : String(body['action']).trim().toLowerCase() === ASKING;
  if (isAsking) return { fault: `MCP programs may not use the action ${ASKING}, because it emails people.` };
  return { given };
}

/** Pausing needs nothing, going on needs the token of those who are left. */
async function checkResume(checking: Checking, { given, token }: Call): Promise<Passed> {
  const shown = await checking.ask('getCampaign', { campaign_uid: uidIn(given), full: '1' });
  if (shown.status !== 200) return { fault: wordsOf(shown) };
  if (meansPause(given, recordOf(shown).status)) return { given: { ...given, status: 'paused' } };
  const found = await audienceOfCampaign(checking.ask, uidIn(given));
  return held(checking, { found, token, given: { ...given, status: 'sending' }, isCampaign: false });
}

/** The audience of addresses as a tool sends them. */
async function audienceOf({ ask }: Checking, sent: unknown): Promise<Found> {
  const addresses = addressesIn(sent);
  return typeof addresses === 'string' ? { fault: addresses } : audienceOfAddresses(ask, addresses);
}

/** Whether a bulk action that somebody has prepared mails people. */
async function isPreparedAsking({ ask }: Checking, { list_uid, bulk_action_uid }: Arguments): Promise<boolean> {
  const { status, body } = await ask('getBulkAction', { list_uid, bulk_action_uid });
  return status === 200 && (body as { data: { record: { action: string } } }).data.record.action === ASKING;
}

/** Whether a campaign that is no draft has not begun. */
async function waits({ ask }: Checking, campaign_uid: string): Promise<boolean> {
  const { status, body } = await ask('getCampaignOverview', { campaign_uid });
  return status === 200 && !(body as { data: { record: { has_begun: boolean } } }).data.record.has_begun;
}

type Shown = { status: string; tested_campaign_uid?: string };
const recordOf = ({ body }: Answer) => (body as { data: { record: Shown } }).data.record;

/**
 * Whether it is to be paused, and not to go on. The call says so then: somebody else may pause it
 * in between.
 */
const meansPause = ({ status }: Arguments, isNow: string) =>
  status === undefined ? isNow !== 'paused' : String(status).trim().toLowerCase() === 'paused';

type Holding = { found: Found; token: unknown; given: Arguments; isCampaign: boolean };

function held({ secret, clock, customerId }: Checking, { found, token, given, isCampaign }: Holding): Passed {
  if ('fault' in found) return found;
  const fault = tokenFault(secret, token, { customerId, audience: found.audience }, clock.now());
  if (fault !== undefined)
    return {
      fault: `${fault} Call checkAudience, show the answer to the person you act for, and send if they agree.`,
    };
  return { given, ifMatch: isCampaign ? found.etag : undefined, warning: found.warning };
}

/** Addresses as a tool sends them, each once; a text: what is wrong. */
function addressesIn(sent: unknown): string[] | string {
  const list = typeof sent === 'string' ? sent.split(',') : sent;
  if (!Array.isArray(list) || list.length === 0 || list.some((one) => typeof one !== 'string'))
    return 'The addresses must be an array of strings.';
  const addresses = [...new Set(list.map((one) => String(one).trim().toLowerCase()))].sort();
  return addresses.length > MOST_ADDRESSES ? `There are at most ${MOST_ADDRESSES} addresses.` : addresses;
}
