// The browser UI: its page below /app, and the files that it was built into (`npm run build`).
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendErrorPage } from '../../http/layout.ts';
import { acceptedForm } from '../../http/requests/encoding.ts';
import { AppError } from '../../kernel/errors.ts';
import { oneCopy } from '../../kernel/recent.ts';
import { say } from '../../kernel/sentences/sentence.ts';

const BUILT = join(import.meta.dirname, '../../../dist/ui');
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

/** A build has some hundred files, each in three forms. */
const copyOf = oneCopy<Buffer>(1_000);

/** What Vite calls its files. */
const NAME = /^[\w-]+(?:\.[\w-]+)*\.(js|css|svg)$/;

/**
 * Mounts `/app` and everything below it. Every path that is no file is the same page: which screen
 * it shows is the browser's matter.
 * @param folder what `npm run build` made
 */
export function uiPages(app: FastifyInstance, folder: string = BUILT): void {
  const options = { errorHandler: sendErrorPage };
  const page = async (reply: FastifyReply) => sendPage(reply, await builtPage(folder));
  app.get('/app', options, (_request, reply) => page(reply));
  app.get('/app/*', options, (_request, reply) => page(reply));
  app.get<{ Params: { name: string } }>('/app/assets/:name', async (request, reply) => {
    const { name } = request.params;
    const type = TYPES[NAME.exec(name)?.[1] ?? ''];
    if (type === undefined) throw new AppError('not_found', say('request-page-not-found'));
    const form = acceptedForm(request.headers['accept-encoding']);
    const path = join(folder, 'assets', name);
    const compressed = form && (await fileAt(path + SUFFIXES[form]));
    const content = compressed ?? (await fileAt(path));
    if (!content) throw new AppError('not_found', say('request-page-not-found'));
    if (compressed) reply.header('Content-Encoding', form);
    // Its name holds a hash of what is in it.
    reply.headers({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
    return reply.type(type).send(copyOf(`${path} ${compressed ? form : ''}`, content));
  });
}

async function builtPage(folder: string): Promise<string> {
  const page = await fileAt(join(folder, 'index.html'));
  if (page) return page.toString('utf8');
  throw new AppError('unavailable', 'The browser UI is not built yet: run `npm run build`.');
}

/** Undefined where there is no such file. */
async function fileAt(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Scripts and styles come from here alone; styles that scripts add carry the nonce. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({
      'Content-Security-Policy':
        `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https: http:; ` +
        "font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(page.replace('__NONCE__', nonce));
}
