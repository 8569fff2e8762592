// The tools: one for each operation of the interface that a model can use, made from its route.
import { madeOf } from '../http/members/schema.ts';
import { pathNames } from '../http/openapi/parameters.ts';
import { type JsonSchema, newSchemaBook, type SchemaBook } from '../http/openapi/schemas.ts';
import type { Route } from '../http/route.ts';
import { ASKING, AUDIENCE_TOKEN, DRAFTS_ONLY, guardOf, needsToken } from './guards.ts';
import { onlyReads } from './permitted.ts';
import { bookFor, plainSchema } from './schemas.ts';

export type ToolSchema = { type: 'object'; properties: Record<string, JsonSchema>; required?: string[] };
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolSchema;
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint: boolean };
};
/** A tool with what it does. */
export type RouteTool = { tool: Tool; route: Route };

/** Groups of operations that are for people who sign in, or whose files a tool cannot give. */
const NOT_GROUPS = new Set(['Sessions', 'Your account', 'Exports', 'Events']);

/** Operations that are no tools, and why. */
const NOT: Readonly<Record<string, string>> = {
  noteEditing: 'reports which browser has a campaign open',
  endEditing: 'reports which browser has a campaign open',
  trackUnsubscribe: 'reports what a recipient did',
  getDeliveryLogByEmailMessageId: 'is another address of getDeliveryLogByMessageId',
  updateImport: 'needs a file, which a person uploads',
  runImport: 'needs a file, which a person uploads',
  uploadSuppressions: 'needs a file, which a person uploads',
  retryFailed: 'emails people again, and no check can name them in advance',
  settleUncertain: 'may email people again: it takes the log of the mail server',
  updateDelivery: 'decides about messages that may have been sent',
};

/** Of the operations that need the right to send, those that make nothing leave. */
const ENDS = new Set(['markCampaignSent', 'deleteTransactionalEmail']);

const ADDS_PEOPLE = new Set(['createSubscriber', 'createSubscribers', 'createOrUpdateSubscriber']);
const MAILS_THEM =
  'In a list with double opt-in, new people get the confirmation email, and the list’s autoresponders begin for them: add no one without their consent.';

/** Of a key that may use it. People, keys, company, relays and domains are not for models. */
function isTool({ name, group, method, needs, fileType, upload }: Route): boolean {
  if (NOT_GROUPS.has(group) || Object.hasOwn(NOT, name) || fileType || upload) return false;
  const isHit = method === 'GET' && needs === 'edit'; // what a recipient does
  if (needs === 'send') return guardOf(name) !== undefined || ENDS.has(name);
  return !isHit && (needs === 'read' || needs === 'edit');
}

/** @param paths what members of paths are, by name */
export function toolsOf(routes: readonly Route[], paths: Readonly<Record<string, JsonSchema>>): RouteTool[] {
  const book = newSchemaBook();
  return routes.filter(isTool).map((route) => ({ route, tool: toolOf(route, paths, bookFor(route.name, book)) }));
}

function toolOf(route: Route, paths: Readonly<Record<string, JsonSchema>>, book: SchemaBook): Tool {
  const { name, summary, about, method } = route;
  const guard = guardOf(name);
  const description = [
    `${summary}.`,
    about,
    guard === 'drafts' && DRAFTS_ONLY,
    guard === 'no-asking' && `Not with the action ${ASKING}, which emails people.`,
    ADDS_PEOPLE.has(name) && MAILS_THEM,
    guard === 'new-draft' && 'It creates a draft: nothing leaves until sendCampaign is called.',
    (guard === 'campaign' || guard === 'addresses') && `${AUDIENCE_TOKEN}.`,
    guard === 'resume' && `To resume a paused one: ${AUDIENCE_TOKEN}.`,
  ];
  return {
    name,
    title: summary,
    description: description.filter((text) => typeof text === 'string').join(' '),
    inputSchema: inputOf(route, paths, book),
    annotations: onlyReads(route)
      ? { readOnlyHint: true, openWorldHint: false }
      : {
          readOnlyHint: false,
          destructiveHint: method === 'DELETE' || guard === 'campaign' || name === 'erasePerson',
          idempotentHint: method === 'DELETE',
          openWorldHint: needsToken(name),
        },
  };
}

function inputOf(route: Route, paths: Readonly<Record<string, JsonSchema>>, book: SchemaBook): ToolSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const name of pathNames(route.path)) {
    properties[name] = { type: 'string', description: paths[name]?.description ?? '' };
    required.push(name);
  }
  if (route.query) {
    const query = plainSchema(book.add(madeOf(route.query)), book);
    Object.assign(properties, query.properties);
    required.push(...(query.required ?? []));
    if (typeof query.additionalProperties === 'object')
      properties[FREE] = { type: 'object', additionalProperties: query.additionalProperties };
  }
  if (route.body) {
    const body = bodyOf(route, book);
    properties['body'] = body;
    if ((body.required ?? []).length > 0) required.push('body');
  }
  if (needsToken(route.name)) {
    properties['audience_token'] = { type: 'string', description: '`audience_token` from checkAudience.' };
    if (guardOf(route.name) !== 'resume') required.push('audience_token');
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The member that has all other members of a query. */
export const FREE = 'fields';

const BACK_TO_DRAFT: JsonSchema = {
  type: 'string',
  enum: ['draft'],
  description: 'Turns a campaign that is scheduled or paused and has not begun back into a draft.',
};

/** What a draft needs, where a body has several shapes; whether it is one is not for tools. */
function bodyOf({ name, body }: Route, book: SchemaBook): JsonSchema {
  const schema = book.resolve(book.add(madeOf(body ?? never())));
  const guard = guardOf(name);
  const shape = guard === 'new-draft' ? (schema.anyOf?.at(-1) ?? schema) : schema;
  const plain = plainSchema(shape, book);
  if (guard !== 'new-draft' && guard !== 'drafts') return plain;
  const { status: _, ...others } = plain.properties ?? {};
  const properties = guard === 'drafts' ? { ...others, status: BACK_TO_DRAFT } : others;
  return { ...plain, properties, required: plain.required?.filter((member) => member !== 'status') };
}

function never(): never {
  throw new Error('A tool without a body has none to describe.');
}
