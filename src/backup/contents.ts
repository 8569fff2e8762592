// Reads a backup to its end and compares everything with its manifest.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AppError } from '../kernel/errors.ts';
import { type Member, notWhole, readArchive } from './archive.ts';
import { type KeptFile, MANIFEST_FILE, type Manifest, readManifest } from './manifest.ts';

type Content = Member['content'];

/** More than any manifest has. */
const MANIFEST_BYTES = 1_048_576;

/**
 * Reads a backup; what `take` was given counts only when this has returned.
 * @param version of this program
 * @param take gets each file, and must read its content
 * @throws AppError `bad_request` when it is none, is damaged, or was written by a newer program
 */
export async function readBackup(
  path: string,
  version: string,
  take: (file: KeptFile, content: Content, manifest: Manifest) => Promise<void>,
): Promise<Manifest> {
  let manifest: Manifest | undefined;
  let refusal: AppError | undefined;
  const read: string[] = [];
  for await (const { name, size, content } of readArchive(path)) {
    if (refusal) {
      for await (const _ of content);
      continue;
    }
    if (!manifest) {
      // A file that is damaged may say anything: only when it is whole a newer program wrote it.
      const found = await manifestIn(path, { name, size, content }, version);
      if (found instanceof AppError) refusal = found;
      else manifest = found;
      continue;
    }
    const kept = manifest.files[read.length];
    if (kept?.name !== name || kept.size !== size) throw notWhole(path);
    const { hashed, digest } = hashing(content);
    await take(kept, hashed, manifest);
    if (digest() !== kept.sha256) throw notWhole(path);
    read.push(name);
  }
  if (refusal) throw refusal;
  if (!manifest || read.length !== manifest.files.length) throw notWhole(path);
  return manifest;
}

/** Gives the error of a newer program instead of throwing it. */
async function manifestIn(
  path: string,
  { name, size, content }: Member,
  version: string,
): Promise<Manifest | AppError> {
  if (name !== MANIFEST_FILE || size > MANIFEST_BYTES) throw notWhole(path);
  const text = Buffer.concat(await Array.fromAsync(content)).toString('utf8');
  try {
    return readManifest(text, version);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw notWhole(path);
  }
}

/** Passes a content on; `digest` gives its SHA-256 at the end, in hexadecimal. */
function hashing(content: Content): { hashed: Content; digest(): string } {
  const hash = createHash('sha256');
  async function* pass(): Content {
    for await (const part of content) {
      hash.update(part);
      yield part;
    }
  }
  return { hashed: pass(), digest: () => hash.digest('hex') };
}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const { hashed, digest } = hashing(createReadStream(path));
  for await (const _ of hashed);
  return digest();
}
