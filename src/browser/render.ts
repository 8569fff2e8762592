// A picture of a page that somebody wrote, who may mean harm: no script runs, nothing is fetched
// but what is handed over, and no file can be opened.
import { imageTypeByContent } from '../mail/html/images.ts';
import { type Bounds, withBrowser } from './launch.ts';
import type { Pipe } from './pipe.ts';

/** Pixels: as wide as mails are, and as much of them as a card shows. */
const SIZE = { width: 640, height: 640 } as const;

/** Where the page thinks that it is; pictures of ours are below `/files/`. No such host exists. */
export const ORIGIN = 'http://page.invalid';

export type RenderedPage = {
  html: string;
  /** The picture that the page has at `ORIGIN/files/<name>`. */
  fileOf(name: string): Promise<{ content: Uint8Array; mediaType: string } | undefined>;
};

const QUALITY = 82;
const LOADED_MS = 8_000;
/** No picture of this size has more bytes; a larger answer is not one. */
const LARGEST = 600_000;
const MOST_FILE_BYTES = 30_000_000;

const POLICY = [
  ...["default-src 'none'", `img-src ${ORIGIN}/files/ data:`, "style-src 'unsafe-inline'", 'font-src data:'],
  ...["script-src 'none'", "base-uri 'none'", "form-action 'none'", 'sandbox'],
].join('; ');

let last: Promise<unknown> = Promise.resolve();

/** The picture in WebP; one after the other. @throws Error with the reason */
export function renderPage(path: string, page: RenderedPage, bounds: Bounds = {}): Promise<Uint8Array> {
  const made = last.then(() => withBrowser(path, bounds, (pipe) => shoot(pipe, page)));
  last = made.catch(() => undefined);
  return made;
}

async function shoot(pipe: Pipe, page: RenderedPage): Promise<Uint8Array> {
  const { targetId } = await pipe.call<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await pipe.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const call = <T>(method: string, params: object = {}) => pipe.call<T>(method, params, sessionId);
  const loaded = Promise.withResolvers<void>();
  pipe.on('Page.loadEventFired', () => loaded.resolve());
  pipe.on('Fetch.requestPaused', answerWith(page, call));
  await Promise.all([
    pipe.call('Browser.setDownloadBehavior', { behavior: 'deny' }),
    call('Emulation.setScriptExecutionDisabled', { value: true }),
    call('Emulation.setDeviceMetricsOverride', { ...SIZE, deviceScaleFactor: 1, mobile: false }),
    call('Emulation.setEmulatedMedia', { features: FEATURES }),
    call('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    call('Page.enable'),
  ]);
  const { errorText } = await call<{ errorText?: string }>('Page.navigate', { url: `${ORIGIN}/` });
  if (errorText !== undefined) throw new Error(`The browser does not show the page: ${errorText}`);
  const patience = setTimeout(loaded.resolve, LOADED_MS);
  await loaded.promise;
  clearTimeout(patience);
  const shot = { format: 'webp', quality: QUALITY, captureBeyondViewport: false };
  const { data } = await call<{ data: string }>('Page.captureScreenshot', shot);
  const bytes = Buffer.from(data, 'base64');
  if (imageTypeByContent(bytes)?.extension !== 'webp' || bytes.length > LARGEST)
    throw new Error('The browser gives no picture.');
  return bytes;
}

const FEATURES = [
  { name: 'prefers-color-scheme', value: 'light' },
  { name: 'prefers-reduced-motion', value: 'reduce' },
];

type Paused = { requestId: string; request: { url: string }; resourceType: string };
type Call = (method: string, params: object) => Promise<unknown>;

/** The page once, pictures of ours, and nothing else. */
function answerWith({ html, fileOf }: RenderedPage, call: Call) {
  let isGiven = false;
  let left = MOST_FILE_BYTES;
  const answerOf = async ({ request: { url }, resourceType }: Paused) => {
    if (url === `${ORIGIN}/` && resourceType === 'Document' && !isGiven) {
      isGiven = true;
      return { content: Buffer.from(html), mediaType: 'text/html; charset=utf-8' };
    }
    const name = url.startsWith(`${ORIGIN}/files/`) ? url.slice(`${ORIGIN}/files/`.length) : '';
    const file = /^[\w.-]{1,100}$/.test(name) && left > 0 ? await fileOf(name) : undefined;
    left -= file?.content.length ?? 0;
    return file;
  };
  return async (paused: Paused): Promise<void> => {
    const { requestId } = paused;
    const answer = await answerOf(paused).catch(() => undefined);
    const given = answer && {
      responseCode: 200,
      responseHeaders: [
        { name: 'Content-Type', value: answer.mediaType },
        { name: 'Content-Security-Policy', value: POLICY },
        { name: 'X-Content-Type-Options', value: 'nosniff' },
      ],
      body: Buffer.from(answer.content).toString('base64'),
    };
    await call(given ? 'Fetch.fulfillRequest' : 'Fetch.failRequest', {
      requestId,
      ...(given ?? { errorReason: 'BlockedByClient' }),
    }).catch(() => undefined); // the page went on without it
  };
}

/** Whether a browser makes pictures here. @returns the reason why not */
export async function probeBrowser(path: string, bounds: Bounds = {}): Promise<string | undefined> {
  try {
    await renderPage(path, { html: '<!doctype html><p>Good</p>', fileOf: async () => undefined }, bounds);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
