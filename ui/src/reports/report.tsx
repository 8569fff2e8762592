// What came of a campaign: from the audience to the clicks, by hour, by link, by where it went.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Campaign } from '../api/campaigns.ts';
import { type Counts, reportQuery } from '../api/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Loading, Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { Segments } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { Destinations } from './destinations.tsx';
import { Failures } from './failures.tsx';
import { Head } from './head.tsx';
import { Hours } from './hours.tsx';
import { Links } from './links.tsx';

export function Report({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const format = useFormat();
  const uid = campaign.campaign_uid;
  const { data, error } = useQuery(reportQuery(uid));
  const [chosen, setChosen] = useState<Counts>();
  const counts = chosen ?? data?.counts ?? 'filtered';
  const finished = campaign.finished_at_iso ? format.instant(Date.parse(campaign.finished_at_iso)) : '';
  return (
    <Page
      title={campaign.name}
      mark={<State tone="good">{t`Sent`}</State>}
      trail={<Link to="/reports">{t`Reports`}</Link>}
      about={[finished, campaign.list.name, campaign.subject].filter(Boolean).join(' · ')}
      actions={
        <Segments
          aria-label={t`Which opens and clicks count`}
          value={counts}
          onChange={(value) => setChosen(value === 'raw' ? 'raw' : 'filtered')}
          data={[
            { value: 'filtered', label: t`Without machines` },
            { value: 'raw', label: t`All` },
          ]}
        />
      }
    >
      <div className="stack">
        {error && <Notice tone="bad">{error.message}</Notice>}
        {!data && !error && <Loading label={t`Loading the report`} />}
        {data && <Head report={data} counts={counts} />}
        <div className="split">
          <div className="stack">
            <Hours campaignUid={uid} counts={counts} />
            <Links campaignUid={uid} />
          </div>
          <div className="stack">
            <Destinations campaignUid={uid} counts={counts} />
            <Failures campaignUid={uid} />
          </div>
        </div>
      </div>
    </Page>
  );
}
