// A part of an A/B test in a table: a row of its own below the mailing.
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { CampaignOverview } from '../campaigns/campaigns.ts';
import { Subject } from '../subject.tsx';
import './part-name.css';

export type Part = NonNullable<NonNullable<CampaignOverview['ab_test']>['parts']>[number];

/**
 * Its subject, which leads to it, and what it is in the test.
 * @param hasState whether its state stands beside it
 */
export function PartName({ part, hasState = false }: { part: Part; hasState?: boolean }) {
  const { t } = useLingui();
  const { campaign_uid: campaignUid, letter, subject, is_winner, status } = part;
  const words = letter === null ? t`The rest` : is_winner ? t`Variant ${letter} · winner` : t`Variant ${letter}`;
  return (
    <div className="tested-part">
      <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
        <Subject subject={subject} />
      </Link>
      <span className="small">{status === 'sent' || hasState ? words : t`${words} · not sent to everyone yet`}</span>
    </div>
  );
}
