// Everything that is looked at before a campaign is sent.
import { toldOf } from '../../campaigns/warnings/warnings.ts';
import type { FetchAllow } from '../../network/fetch-allow.ts';
import type { Campaign } from '../../storage/tables.ts';
import { samplesOfAudience } from '../people/sample.ts';
import { previewOf } from '../preview.ts';
import type { Installation } from '../recipient.ts';
import { audienceCheck, domainCheck, leavingChecks, senderCheck, testCheck } from './around.ts';
import { CHECK_IDS, type CheckResult } from './check.ts';
import { linksCheck } from './links.ts';
import { lookAtPageApart } from './page-apart.ts';
import { variantsCheck } from './variants.ts';

/**
 * Looks at a campaign in any state. Takes as long as its links take to answer, 5 seconds at most.
 * @param configuredRelay of the configuration, which may send for its domains
 * @returns in the order in which they are told
 */
export async function checksOf(
  installation: Installation & { fetchAllow?: FetchAllow | undefined; configuredRelay?: { host: string } | undefined },
  campaign: Campaign,
): Promise<CheckResult[]> {
  const { db, clock, baseUrl: own, fetchAllow: allow } = installation;
  const preview = await previewOf(installation, campaign, undefined);
  const warnings = await toldOf(db, campaign);
  const samples = await samplesOfAudience(db, campaign, clock.now());
  const page = await lookAtPageApart({ campaign, preview, warnings, samples, own });
  const found = [
    await audienceCheck(db, campaign, clock.now()),
    senderCheck(campaign),
    await domainCheck(db, campaign, preview, installation.configuredRelay),
    ...page.checks,
    ...(await variantsCheck(db, campaign)),
    ...(await leavingChecks(db, campaign)),
    testCheck(campaign),
    await linksCheck(page.links, { clock, allow }),
  ];
  return found.toSorted((a, b) => CHECK_IDS.indexOf(a.id) - CHECK_IDS.indexOf(b.id));
}
