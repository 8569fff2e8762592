// How stored HTML refers to its files: by a marker independent of the base address. Compiling a
// message and reading a template by API replace it by the public address
// `<base>/files/<hash>.<ext>`.
import { imageTypeOfMedia } from './images.ts';

/** Replaced by `<base address>/files`; looks like a merge tag, so compiling resolves it. */
export const FILES_URL = '[FILES_URL]';

const FILE_NAME = '[0-9a-f]{64}\\.(?:png|jpg|gif|webp)';

/** The marker for one file. Its media type is one of images.ts. */
export function fileMarker(file: { hash: string; mediaType: string }): string {
  return `${FILES_URL}/${file.hash}.${imageTypeOfMedia(file.mediaType)?.extension ?? 'bin'}`;
}

/** The HTML for a client: markers replaced by addresses under `baseUrl` (no slash at its end). */
export function withFileAddresses(html: string, baseUrl: string): string {
  return html.replace(new RegExp(`\\[FILES_URL\\](?=/${FILE_NAME})`, 'g'), () => `${baseUrl}/files`);
}

/**
 * The HTML for the store: addresses of our own files replaced by markers, so that what was read can
 * be sent back.
 */
export function withFileMarkers(html: string, baseUrl: string): string {
  return html.replace(new RegExp(`${RegExp.escape(`${baseUrl}/files`)}(?=/${FILE_NAME})`, 'g'), () => FILES_URL);
}

/** The hashes of the files that stored HTML refers to, by markers or by addresses of any host. */
export function hashesIn(html: string): Set<string> {
  const marks = html.matchAll(new RegExp(`(?:\\[FILES_URL\\]|/files)/(${FILE_NAME})`, 'g'));
  return new Set([...marks].map((mark) => (mark[1] ?? '').slice(0, 64)));
}
