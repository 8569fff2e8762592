// A campaign as it was in a version, for showing it.
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { findList } from '../../lists/queries.ts';
import { findSegmentById } from '../../segments/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Segment } from '../../storage/tables.ts';
import { listOf } from '../queries.ts';
import type { CampaignView } from '../queries-shown.ts';
import { namedLists } from '../several-lists/named.ts';
import { getVersion } from './queries.ts';
import { unpacked } from './snapshot.ts';

export type Past = {
  version: Awaited<ReturnType<typeof getVersion>>;
  view: CampaignView;
  segment: Segment | undefined;
  /** Whether its list can still be chosen. */
  hasList: boolean;
};

/** The revision that a path names. @throws AppError `not_found` for what is no number */
export function readRevision(params: Record<string, string>): number {
  const text = params['revision'] ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new AppError('not_found', say('campaign-no-version'));
}

/** The campaign as it was. @throws AppError `not_found` for a version that is not kept */
export async function pastCampaign(db: Db, campaign: CampaignView, revision: number): Promise<Past> {
  const version = await getVersion(db, campaign, revision);
  const then = { ...campaign, ...unpacked(version.content) };
  const list = await listOf(db, then);
  const isSameList = then.list_id === campaign.list_id;
  const segment =
    then.segment_id === null ? undefined : await findSegmentById(db, campaign.customer_id, then.segment_id);
  return {
    version,
    view: {
      ...then,
      list_uid: list?.uid ?? '',
      list_name: list?.name ?? '',
      list_confirmed: isSameList ? campaign.list_confirmed : null,
      further: await namedLists(db, then),
    },
    segment,
    hasList: list !== undefined && (await findList(db, campaign.customer_id, list.uid)) !== undefined,
  };
}
