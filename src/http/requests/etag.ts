// Strong validators for GET answers (RFC 9110, section 8.8): the hash of the bytes.
import { hash } from 'node:crypto';
import { formatInstant } from '../../kernel/clock.ts';
import { StaleError } from '../../kernel/errors.ts';

/** The strong ETag of a body. */
export function strongEtag(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** Whether an `If-None-Match` header has this tag (weak comparison, RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** The strong ETag of a record's revision, by which `If-Match` protects what others saved. */
export function revisionEtag(revision: number): string {
  return `"r${revision}"`;
}

/**
 * Whether an `If-Match` header holds for a record with this tag (strong comparison, RFC 9110,
 * section 13.1.1). Without one it holds.
 */
export function holdsIfMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === etag);
}

/** The strong ETag of a record that has no revision: the hash of what is stored of it. */
export function storedEtag(stored: readonly unknown[]): string {
  return strongEtag(JSON.stringify(stored));
}

/**
 * Does nothing when an `If-Match` header holds for a record with this tag.
 * @param savedAt when what stands was saved, ms
 * @throws StaleError
 */
export function requireEtag(ifMatch: string | undefined, etag: string, savedAt: number): void {
  if (holdsIfMatch(ifMatch, etag)) return;
  const message = `It was saved at ${formatInstant(savedAt)}, after it was loaded for this change.`;
  throw new StaleError(message, { etag, savedAt, savedBy: null });
}
