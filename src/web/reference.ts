// The API reference: OpenAPI 3.1 at /openapi.json, made from the schemas of the routes, and a page
// to read it at /docs.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { queryOf } from '../http/address.ts';
import { html, trustedHtml } from '../http/html.ts';
import { type ApiDocument, type Example, openApiDocument } from '../http/openapi/document.ts';
import { forClients } from '../http/openapi/for-clients.ts';
import type { Route } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { BEARER, MCP_GROUP, MCP_PATHS } from '../mcp/reference.ts';
import { PAYLOADS } from '../webhooks/payloads.ts';
import { builtFile } from './built/files.ts';
import { compressed, type PreparedBody, sendCompressed } from './compressed.ts';
import { GROUPS, INTRODUCTION, PATHS } from './reference-texts.ts';

const EXAMPLES = new URL('./reference-examples.json', import.meta.url);

/** The OpenAPI document of all that is below `/api`. */
export async function wholeReferenceOf(routes: readonly Route[], facts: { version: string; baseUrl: string }) {
  const document = await referenceOf(routes, facts);
  const { securitySchemes } = document.components;
  return {
    ...document,
    tags: [...(document['tags'] as object[]), MCP_GROUP],
    paths: { ...document.paths, ...MCP_PATHS },
    components: { ...document.components, securitySchemes: { ...securitySchemes, ...BEARER } },
  };
}

/** The OpenAPI document of these routes. */
export async function referenceOf(
  routes: readonly Route[],
  { version, baseUrl }: { version: string; baseUrl: string },
): Promise<ApiDocument> {
  const examples = JSON.parse(await readFile(EXAMPLES, 'utf8')) as Record<string, Example>;
  const introduction = INTRODUCTION.replaceAll('{base_url}', baseUrl);
  return openApiDocument(routes, {
    version,
    baseUrl,
    introduction,
    groups: GROUPS,
    paths: PATHS,
    examples,
    webhooks: PAYLOADS,
  });
}

const CHECKED = 'no-cache'; // revalidated on each request
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Mounts both. Neither needs a key, and the page loads nothing from other hosts. */
export function referencePages(
  app: FastifyInstance,
  routes: readonly Route[],
  facts: { version: string; baseUrl: string },
): void {
  const packed = async (document: object) =>
    compressed('application/json; charset=utf-8', `${JSON.stringify(document)}\n`);
  const document = once(async () => packed(await wholeReferenceOf(routes, facts)));
  // MCP is another protocol, for which there are clients.
  const ofJson = once(async () => packed(forClients(await referenceOf(routes, facts))));
  // The viewer is four megabytes of script: loaded on the first request, so that the server starts
  // without it.
  const viewer = once(async () => compressed('text/javascript; charset=utf-8', await builtFile('reference.js')));
  const pathOf = ({ hash }: PreparedBody) => `/docs/viewer-${hash}.js`;

  app.get('/openapi.json', async (request, reply) => {
    const isOfJson = new URLSearchParams(queryOf(request.url)).get('bodies') === 'json';
    const content = await (isOfJson ? ofJson() : document());
    return sendCompressed(request, reply, { content, cacheControl: CHECKED });
  });
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/'));
  const page = once(async () => compressed('text/html; charset=utf-8', pageText(pathOf(await viewer()))));
  app.get('/docs/*', async (request, reply) => {
    const script = await viewer();
    const isPage = request.url === '/docs/';
    if (!isPage && request.url !== pathOf(script)) throw new AppError('not_found', 'Page not found.');
    const sent = isPage
      ? { content: await page(), cacheControl: CHECKED }
      : { content: script, cacheControl: FOR_EVER };
    return sendCompressed(request, reply.headers(POLICY), sent);
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined; // the next request tries again
      throw error;
    });
    return made;
  };
}

const SETTINGS = {
  url: '/openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  // These would lead to external services of the viewer's maker.
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};
const START = `Scalar.createApiReference('#app', ${JSON.stringify(SETTINGS)})`;
const STYLE =
  'body{margin:0}.home{display:block;padding:.6rem 1rem;font:600 .95rem system-ui,sans-serif;color:#0b62c4;background:#fff;border-bottom:1px solid #dfdfdf}' +
  '@media (prefers-color-scheme:dark){.home{color:#7db4ff;background:#0f0f0f;border-color:#2d2d2d}}';

// The viewer sets styles by script; it may connect to this server only.
const POLICY = {
  'Content-Security-Policy':
    `default-src 'self'; script-src 'self' 'sha256-${createHash('sha256').update(START).digest('base64')}'; style-src 'self' 'unsafe-inline'; ` +
    "img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

function pageText(script: string): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailwright API</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${trustedHtml(STYLE)}</style></head>
<body><a class="home" href="/">← Mailwright</a><div id="app"></div><script src="${script}"></script><script>${trustedHtml(START)}</script></body></html>
`.toString();
}
