// `/`: for the person who just started the server. Shows what this is, the state of its parts, and
// what to do next.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../http/html.ts';
import { sendErrorPage, sendPage } from '../http/layout.ts';
import { AppError } from '../kernel/errors.ts';
import { counted } from '../kernel/text/counted.ts';
import type { Guard } from './guard.ts';
import { inTime, LATE } from './in-time.ts';
import type { Viewer } from './inbox-access.ts';
import type { Problems } from './problems.ts';
import type { HeldState, RelayState, WentBackState } from './states.ts';

/** The facts shown besides those that the page looks up. */
export type StartFacts = {
  version: string;
  baseUrl: string;
  engine: 'sqlite' | 'postgres';
  /** Mail goes to the built-in test inbox instead of a relay. */
  testInbox: boolean;
};

/**
 * Mounts the start page. When it is not public, `/` exists only for requests with a key, and
 * `/status` challenges for one: a browser sends it to `/` from then on.
 */
export function startPage(
  app: FastifyInstance,
  facts: StartFacts,
  { findProblems, relayState, hasStoredRelays, wentBackState, heldState }: StartStates,
  guard: Guard,
): void {
  const options = { errorHandler: sendErrorPage };
  const look = async (): Promise<Looked> => {
    const [problems, relay] = await Promise.all([findProblems(), relayState()]);
    const asked = problems.store === undefined ? ([wentBackState(), heldState(), hasStoredRelays()] as const) : [];
    const [wentBackAt, held, stored = false] = await Promise.all(asked);
    return { problems, relay, wentBackAt, held, stored };
  };
  const show = async (reply: FastifyReply) => {
    const is = await inTime(look(), SILENT);
    return sendPage(reply, 200, {
      title: 'Mailwright',
      body: content(facts, is),
      nav: navOf(facts),
    });
  };
  app.get('/', options, async (request, reply) => {
    const isAsked = request.headers.authorization !== undefined || request.headers['x-api-key'] !== undefined;
    if (!guard.shows('start')) {
      if (!isAsked) throw new AppError('not_found', 'There is nothing to see here.');
      await operatorOnly(guard, request, reply);
    }
    return show(reply);
  });
  app.get('/status', options, async (request, reply) => {
    if (!guard.shows('start')) await operatorOnly(guard, request, reply);
    return show(reply);
  });
}

async function operatorOnly(guard: Guard, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const viewer = await inTime<Viewer | undefined>(guard.viewerOf(request, reply), undefined);
  if (viewer === undefined) throw new AppError('unavailable', LATE);
  if (viewer === 'everything') return;
  throw new AppError('forbidden', 'This page is for the operator: sign in with an API key of the first customer.');
}

type StartStates = {
  findProblems: () => Promise<Problems>;
  relayState: RelayState;
  /** Whether customers have relays in the store, which they use whatever is configured. */
  hasStoredRelays: () => Promise<boolean>;
  wentBackState: WentBackState;
  heldState: HeldState;
};

type Looked = {
  problems: Problems;
  relay: boolean | undefined;
  wentBackAt: number | undefined;
  held: Awaited<ReturnType<HeldState>>;
  stored: boolean;
};
const SILENT: Looked = {
  problems: { store: LATE, refusal: undefined, notes: [] },
  relay: undefined,
  wentBackAt: undefined,
  held: undefined,
  stored: false,
};

/** The links in the header of our own pages. */
export function navOf({ testInbox }: Pick<StartFacts, 'testInbox'>): Html {
  return html`<a href="/docs">API reference</a>${testInbox && html`<a href="/inbox">Test inbox</a>`}`;
}

function content({ version, baseUrl, engine, testInbox }: StartFacts, is: Looked): Html {
  const store = engine === 'sqlite' ? 'SQLite in the data folder' : 'PostgreSQL';
  const relay =
    testInbox && is.stored
      ? html`No relay is configured; the relays in the database are used: <code>npx mailwright relay list</code>.`
      : testInbox
        ? html`${is.relay === undefined ? 'In the worker process' : stateText(is.relay, 'Answers', 'Does not answer')}: no relay is configured, so all email goes to the <a href="/inbox">built-in test inbox</a>, and none leaves this machine.`
        : html`${stateText(is.relay === true, 'Reachable', 'Not reachable')}: the configured relay.`;
  const troubles = [is.problems.refusal, ...is.problems.notes].filter((text) => text !== undefined);
  return html`<h1>Mailwright is running</h1>
<p class="quiet">A self-hosted email campaign server: lists, subscribers, segments, templates and campaigns over HTTP, with one exact record for every recipient.</p>
<div class="card"><dl class="facts">
<dt>Version</dt><dd>${version}</dd>
<dt>Database</dt><dd>${stateText(is.problems.store === undefined, 'Answers', 'Does not accept changes')}: ${store}. ${is.problems.store}${is.wentBackAt !== undefined && wentBackText(is.wentBackAt)}</dd>
<dt>Mail</dt><dd>${relay}</dd>
${is.held !== undefined && is.held.messages > 0 && heldText(is.held)}${troubles.length > 0 && html`<dt>To fix</dt><dd>${troubles.map((text) => html`<p class="bad">${text}</p>`)}</dd>`}
<dt>Address</dt><dd><code>${baseUrl}/api</code></dd>
<dt>Health</dt><dd><a href="/healthz">/healthz</a> (process) and <a href="/readyz">/readyz</a> (database and settings)</dd>
</dl></div>
<h2>Your first request</h2>
<p>The first API key is in the file <code>api-key</code> in the data folder. With the key in <code>KEY</code>:</p>
<pre>curl -H "X-Api-Key: $KEY" ${baseUrl}/api/lists</pre>
<p>Then create your own list:</p>
<pre>curl -H "X-Api-Key: $KEY" ${baseUrl}/api/lists \\
  -d "general[name]=News" -d "general[description]=What is new, once a month" \\
  -d "defaults[from_name]=Ann" -d "defaults[from_email]=ann@example.com" \\
  -d "defaults[reply_to]=ann@example.com"</pre>
<p><a class="button" href="/docs">API reference</a> ${testInbox && html`<a class="button plain" href="/inbox">Test inbox</a>`}</p>`;
}

function wentBackText(at: number): Html {
  return html` <span class="bad">✗ It went back in time</span> on ${new Date(at).toISOString()} (a backup, or a standby that was behind): what was sent last is in the log under <code>store.went-back</code>; campaigns are paused or messages uncertain where it is unknown what was sent.`;
}

function heldText({ messages, campaigns }: { messages: number; campaigns: number }): Html {
  const what = `${counted(messages, 'message')} of ${counted(campaigns, 'campaign')}`;
  return html`<dt>Uncertain</dt><dd>${what} may or may not have arrived. <code>npx mailwright settle</code> lists and settles them.</dd>
`;
}

function stateText(good: boolean, yes: string, no: string): Html {
  return good ? html`<span class="good">✓ ${yes}</span>` : html`<span class="bad">✗ ${no}</span>`;
}
