// Refuses a change that was made for an earlier revision of a campaign.
import { holdsIfMatch, revisionEtag } from '../../http/requests/etag.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { StaleError } from '../../kernel/errors.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { lastVersion } from './queries.ts';

/**
 * Does nothing when the `If-Match` of a request names the campaign's revision, or is absent.
 * @throws StaleError with who saved it since, and when
 */
export async function requireRevision(db: Db, campaign: Campaign, ifMatch: string | undefined): Promise<void> {
  const etag = revisionEtag(campaign.revision);
  if (holdsIfMatch(ifMatch, etag)) return;
  const last = await lastVersion(db, campaign);
  const savedBy = last?.author_name ?? 'Somebody';
  const savedAt = last?.saved_at ?? campaign.updated_at;
  const message = `${savedBy} saved this campaign at ${formatInstant(savedAt)}, after it was loaded for this change.`;
  throw new StaleError(message, { etag, savedAt, savedBy });
}
