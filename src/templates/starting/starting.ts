// Templates that come with the server, to begin with: pages beside this file, with their pictures.
import { readFileSync } from 'node:fs';
import { readDocument } from '../../blocks/document/read.ts';
import type { BlocksDocument } from '../../blocks/document/schema.ts';
import type { Faults } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import type { PageLanguage } from '../../lists/pages/settings.ts';
import { fileMarker } from '../../mail/html/file-addresses.ts';
import { replaceReferences } from '../../mail/html/page-references.ts';
import type { Archive, ArchiveFile } from '../archive.ts';
import { translatedBlocks, translatedHtml } from './texts/translate.ts';

/** `about`: what it is good for, in a sentence. */
export type StartingTemplate = { id: (typeof STARTING_IDS)[number]; name: string; about: string };

export const STARTING_IDS = ['newsletter', 'announcement', 'offer', 'event', 'digest', 'letter'] as const;

/** In the order in which they are shown. */
export const STARTING_TEMPLATES: readonly StartingTemplate[] = [
  { id: 'newsletter', name: 'Newsletter', about: 'An image, a main story and two more: a letter once a month.' },
  { id: 'announcement', name: 'Announcement', about: 'One thing that is new, three reasons, one button.' },
  { id: 'offer', name: 'Offer', about: 'A reduction with a code and an end, and three products.' },
  { id: 'event', name: 'Event invitation', about: 'Date and place, yes or no, and what happens when.' },
  {
    id: 'digest',
    name: 'Digest of a feed',
    about: 'What a blog or a shop published lately, by itself: put in the address of its feed, and switch xml_feed on.',
  },
  { id: 'letter', name: 'Plain letter', about: 'Words alone, as from one person to another.' },
];

const PICTURE = /^pictures\/[a-z]+\.png$/;
const read = (path: string) => readFileSync(new URL(path, import.meta.url));
const made = new Map<string, Archive>();
const documents = new Map<string, BlocksDocument>();

/** The page and the pictures of a template, as if it were an archive. Read once a language. */
export function startingArchive(id: StartingTemplate['id'], language: PageLanguage = 'en'): Archive {
  const known = made.get(`${id} ${language}`);
  if (known) return known;
  const files = new Map<string, ArchiveFile>();
  const html = replaceReferences(translatedHtml(read(`${id}.html`).toString(), language), {
    address(path) {
      if (!PICTURE.test(path)) return undefined;
      const file = files.get(path) ?? pictureOf(path);
      files.set(path, file);
      return fileMarker(file);
    },
  });
  const archive = { html, files: [...files.values()] };
  made.set(`${id} ${language}`, archive);
  return archive;
}

function pictureOf(path: string): ArchiveFile {
  const content = read(path);
  return { path, hash: sha256(content), mediaType: 'image/png', content };
}

/** A template as blocks, its pictures at their markers. Read once a language. */
export function startingDocument(id: StartingTemplate['id'], language: PageLanguage = 'en'): BlocksDocument {
  const known = documents.get(`${id} ${language}`);
  if (known) return known;
  const { files } = startingArchive(id);
  const written = translatedBlocks(JSON.parse(read(`${id}.json`).toString()) as object, language);
  const json = JSON.stringify(written).replaceAll(/(?<=")pictures\/[a-z]+\.png(?=")/g, (path) => {
    const file = files.find((one) => one.path === path);
    if (!file) throw new Error(`The template ${id} has no ${path}.`);
    return fileMarker(file);
  });
  const faults: Faults = {};
  const document = readDocument(json, id, faults);
  if (!document) throw new Error(`The template ${id} is faulty: ${JSON.stringify(faults)}`);
  documents.set(`${id} ${language}`, document);
  return document;
}

/** The picture of a template by its hash, so that it is shown before anybody has made use of it. */
export function findStartingPicture(hash: string): ArchiveFile | undefined {
  for (const { id } of STARTING_TEMPLATES) {
    const found = startingArchive(id).files.find((file) => file.hash === hash);
    if (found) return found;
  }
  return undefined;
}
