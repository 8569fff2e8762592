// What in a campaign will not come out as its author may think. It is told when the campaign is
// saved and keeps nobody from sending.
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { knownTags } from '../merge/values.ts';
import { feedWarnings } from './feeds.ts';
import { pageWarnings, pictureWarnings } from './html.ts';
import { sendingWarnings } from './prerequisites.ts';
import { subjectWarnings } from './subject.ts';
import { tagWarnings } from './tags.ts';
import type { Check, Warning } from './warning.ts';

const CHECKS: readonly Check[] = [tagWarnings, subjectWarnings, feedWarnings, pageWarnings];

/**
 * What the texts of a campaign say, in the order of the checks. Pure; linear in the length of the
 * content.
 */
const contentWarnings: Check = (campaign, isKnownTag) => CHECKS.flatMap((check) => check(campaign, isKnownTag));

/** Everything to tell about a campaign. */
export async function warningsOf(db: Db, campaign: Campaign): Promise<Warning[]> {
  const isKnownTag = knownTags(await fieldsOf(db, campaign.list_id));
  return [
    ...contentWarnings(campaign, isKnownTag),
    ...(await pictureWarnings(db, campaign)),
    ...(await sendingWarnings(db, campaign)),
  ];
}
