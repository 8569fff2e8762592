// The captcha in the browser: the widget of ALTCHA with its style sheet and worker, served from
// here, so that nobody else hears of visitors and the policy of the pages stays strict.
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { builtFile } from '../../web/built/files.ts';
import { compressed, type PreparedBody, sendCompressed } from '../../web/compressed.ts';
import { de } from '../texts/de.ts';
import { en, type Texts } from '../texts/en.ts';
import { ALGORITHM } from './challenge.ts';

/** Paths of what a page with the captcha loads. */
export type CaptchaFiles = { script: string; style: string };

type Prepared = CaptchaFiles & { bodies: ReadonlyMap<string, PreparedBody> };

const SCRIPT = 'text/javascript; charset=utf-8';
const FOR_EVER = 'public, max-age=31536000, immutable'; // a name holds the hash of the content

let prepared: Promise<Prepared> | undefined;

/** The files; read and compressed when the first page needs them. */
export function captchaFiles(): Promise<Prepared> {
  prepared ??= prepare().catch((error: unknown) => {
    prepared = undefined; // the next page tries again
    throw error;
  });
  return prepared;
}

async function prepare(): Promise<Prepared> {
  const bodies = new Map<string, PreparedBody>();
  const add = async (name: string, type: string, text: string) => {
    const body = await compressed(type, text);
    const [stem, extension] = name.split('.');
    const path = `/captcha/${stem}-${body.hash}.${extension}`;
    bodies.set(path, body);
    return path;
  };
  const widget = await add('widget.js', SCRIPT, await builtFile('captcha.js'));
  const worker = await add('worker.js', SCRIPT, await builtFile('captcha-worker.js'));
  const style = await add('widget.css', 'text/css; charset=utf-8', await builtFile('captcha.css'));
  return { script: await add('start.js', SCRIPT, startOf(widget, worker)), style, bodies };
}

/** What starts the widget: its texts, and where its worker is. */
function startOf(widget: string, worker: string): string {
  const texts = Object.fromEntries([en, de].map((one) => [one.language, stringsOf(one)]));
  return [
    `import ${JSON.stringify(widget)};`,
    'const { i18n, algorithms } = globalThis.$altcha;',
    `for (const [language, texts] of Object.entries(${JSON.stringify(texts)})) i18n.set(language, texts);`,
    `algorithms.set(${JSON.stringify(ALGORITHM)}, () => new Worker(${JSON.stringify(worker)}));`,
    '',
  ].join('\n');
}

/** The texts under the names that the widget has for them. */
function stringsOf({ captcha }: Texts) {
  const { label, verifying, verified, wait, failed, expired } = captcha;
  return { label, verifying, verified, waitAlert: wait, error: failed, expired, verificationRequired: wait };
}

/** Mounts the files. */
export function captchaPages(app: FastifyInstance): void {
  app.get('/captcha/:name', async (request, reply) => {
    const content = (await captchaFiles()).bodies.get(request.url);
    if (!content) throw new AppError('not_found', say('request-page-not-found'));
    reply.header('x-content-type-options', 'nosniff');
    return sendCompressed(request, reply, { content, cacheControl: FOR_EVER });
  });
}
