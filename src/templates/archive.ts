// Makes a template from a zip: finds its page, embeds its style sheets, and points its pictures to
// files stored under the hash of their content. Pure: bytes in, text and files out.
import { sha256 } from '../kernel/ids.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { fileMarker } from '../mail/html/file-addresses.ts';
import { imageTypeByContent, imageTypeByName } from '../mail/html/images.ts';
import { replaceInStyle, replaceReferences } from '../mail/html/page-references.ts';
import { archivePath, folderOf, pathFinder } from './archive-paths.ts';
import { MAX_CONTENT } from './rules.ts';
import { parseZip, quoted, refusal } from './zip.ts';

/** A picture of an archive. `path`: in the archive; `hash`: SHA-256 of its content. */
export type ArchiveFile = { path: string; hash: string; mediaType: string; content: Uint8Array };

/** A page whose references to `files` are `[FILES_URL]/<hash>.<ext>`. */
export type Archive = { html: string; files: ArchiveFile[] };

const PAGE = /\.html?$/i;
const INDEX = /^index\.html?$/i;
const STYLE_SHEET = /\.css$/i;
/**
 * A comment, or an `@import` with its quotation mark, address and media. Bounded, so in linear
 * time.
 */
const IMPORT =
  /\/\*[\s\S]*?(?:\*\/|$)|@import\s{1,50}(?:url\(\s{0,50})?(["']?)([^"')\s;]{1,500})(?=["')\s;])\1([^;{}]{0,200});/gi;
const MAX_IMPORTS = 20;
const OTHER_PICTURE = /\.(?:svgz?|bmp|tiff?|avif|heic|jxl)$/i;

/**
 * Parses a template archive: one page (index.html or index.htm in the root or in the only top
 * folder, else the only page), pictures (PNG, JPEG, GIF, WebP) and style sheets. Other files are
 * ignored. SVG is refused where the page refers to it: mail programs do not draw it, and it may
 * carry scripts.
 * @throws AppError `invalid` with the reason
 */
export async function parseArchive(bytes: Uint8Array): Promise<Archive> {
  const contents = await parseZip(bytes, isWanted);
  const page = pageOf([...contents.keys()]);
  const root = folderOf(page);
  const find = pathFinder(contents.keys());
  const files = new Map([...contents].flatMap(([path, content]) => imageOf(path, content)));

  const addressFrom = (folder: string) => (address: string) => {
    const path = archivePath(address, folder, root);
    if (path === undefined) return undefined;
    const file = files.get(find(path) ?? '');
    if (file) return fileMarker(file);
    if (!OTHER_PICTURE.test(path)) return undefined;
    throw refusal(say('archive-pictures', { path: quoted(path) }));
  };
  let imports = 0;
  let styles = 0; // characters of all style sheets: a page may refer to one a thousand times
  const styleSheetIn =
    (folder: string) =>
    (address: string): string | undefined => {
      const path = find(archivePath(address, folder, root) ?? '');
      const css = path === undefined || !STYLE_SHEET.test(path) ? undefined : contents.get(path);
      if (path === undefined || css === undefined) return undefined;
      const styleSheet = styleSheetIn(folderOf(path));
      const imported = textOf(path, css).replace(IMPORT, (written, _, name: string | undefined, media: string) => {
        if (name === undefined) return written;
        imports += 1; // sheets may import each other, and one a thousand times
        const inner = imports > MAX_IMPORTS ? undefined : styleSheet(name);
        if (inner === undefined) return written;
        const screens = media.replace(/^\s*\)/, '').trim();
        return screens === '' ? inner : `@media ${screens} {\n${inner}\n}`;
      });
      styles += imported.length;
      if (styles > MAX_CONTENT) throw tooLong();
      return replaceInStyle(imported, addressFrom(folderOf(path)));
    };
  const html = replaceReferences(textOf(page, contents.get(page)), {
    address: addressFrom(root),
    styleSheet: styleSheetIn(root),
  });
  if (html.length > MAX_CONTENT) throw tooLong();
  return { html, files: [...files.values()] };
}

const tooLong = () => refusal(say('archive-page-long', { max: MAX_CONTENT }));

/**
 * Excludes files that operating systems leave in archives (`__MACOSX/._index.html`, `.DS_Store`).
 */
function isWanted(path: string): boolean {
  const isHidden = path.split('/').some((segment) => segment.startsWith('.') || segment === '__MACOSX');
  return !isHidden && (PAGE.test(path) || STYLE_SHEET.test(path) || imageTypeByName(path) !== undefined);
}

function pageOf(paths: string[]): string {
  const pages = paths.filter((path) => PAGE.test(path));
  if (pages.length === 0) throw refusal(say('archive-no-page'));
  const tops = new Set(paths.map((path) => path.slice(0, path.indexOf('/') + 1)));
  const top = tops.size === 1 ? ([...tops][0] ?? '') : '';
  const candidates = ['', top].flatMap((folder) =>
    pages.filter((path) => folderOf(path) === folder && INDEX.test(path.slice(folder.length))).toSorted(),
  );
  const index = candidates.at(-1) ?? (pages.length === 1 ? pages[0] : undefined);
  if (index === undefined) throw refusal(say('archive-several-pages'));
  return index;
}

function imageOf(path: string, content: Uint8Array): [string, ArchiveFile][] {
  const named = imageTypeByName(path);
  if (!named) return [];
  if (imageTypeByContent(content) !== named) {
    throw refusal(say('archive-no-picture', { path: quoted(path), kind: named.extension.toUpperCase() }));
  }
  return [[path, { path, hash: sha256(content), mediaType: named.mediaType, content }]];
}

/**
 * Decodes a page or style sheet: by its byte order mark, as UTF-8, by the charset it declares, or
 * as Windows-1252.
 */
function textOf(path: string, content: Uint8Array = new Uint8Array()): string {
  const text = decoded(content);
  if (text.includes('\0')) throw refusal(say('archive-no-text', { path: quoted(path) }));
  return text;
}

function decoded(content: Uint8Array): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder(namedCharset(content)).decode(content);
  }
}

function namedCharset(content: Uint8Array): string {
  const head = Buffer.from(content.subarray(0, 1024)).toString('latin1'); // as far as browsers look (HTML 13.2.3.2)
  const name = /charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? 'windows-1252';
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'windows-1252';
  }
}
