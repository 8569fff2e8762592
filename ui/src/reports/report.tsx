// What came of a campaign: from the audience to the clicks, by hour, by link, by where it went, and
// who it was.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useStateName } from '../api/campaign-states.ts';
import type { Campaign } from '../api/campaigns/campaigns.ts';
import { whyRemoved } from '../api/campaigns/removed.ts';
import { type Counts, reportQuery } from '../api/campaigns/reports.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';
import { Subject } from '../api/subject.tsx';
import { useFormat } from '../api/use-format.ts';
import { Awaited, Loading, Notice, Refused } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { Segments } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { SendAgain } from './again.tsx';
import { Clients } from './clients.tsx';
import { Compare } from './compare/compare.tsx';
import { Destinations } from './destinations.tsx';
import { Failures } from './failures.tsx';
import { Funnel } from './funnel.tsx';
import { Head } from './head.tsx';
import { Hours } from './hours.tsx';
import { LeftOut } from './left-out.tsx';
import { Links } from './links.tsx';
import { People } from './people/people.tsx';
import { Share } from './share.tsx';
import { useShowPeople } from './show-people.ts';
import './reports.css';

/** `test`: the A/B test that it belongs to, as a part of the page. */
export function Report({ campaign, test }: { campaign: Campaign; test: ReactNode }) {
  const { t } = useLingui();
  const format = useFormat();
  const said = useSentences();
  const uid = campaign.campaign_uid;
  const query = useQuery(reportQuery(uid));
  const { data, error } = query;
  const [chosen, setChosen] = useState<Counts>();
  const counts = chosen ?? 'filtered'; // people, as in every table
  const finished = campaign.finished_at_iso ? format.instant(Date.parse(campaign.finished_at_iso)) : '';
  const removedAt = campaign.details_removed_at_iso;
  const showPeople = useShowPeople(uid);
  const isSent = campaign.status === 'sent';
  const state = useStateName()(campaign.status);
  return (
    <Page
      title={campaign.name}
      mark={<State tone={state.tone}>{state.name}</State>}
      trail={
        isSent ? (
          <Link to="/reports">{t`Reports`}</Link>
        ) : (
          <Link to="/campaigns/$campaignUid" params={{ campaignUid: uid }}>{t`Progress`}</Link>
        )
      }
      about={
        <>
          {finished && `${finished} · `}
          <bdi>{campaign.list.name}</bdi> · <Subject subject={campaign.subject} />
        </>
      }
      actions={
        <>
          <Share campaignUid={uid} />
          {isSent && <SendAgain campaign={campaign} />}
        </>
      }
    >
      <div className="stack">
        <Refused query={query} />
        {removedAt !== undefined && <Notice>{whyRemoved(removedAt)}</Notice>}
        {campaign.notice && <Notice>{said(campaign.sentences ?? [], campaign.notice)}</Notice>}
        <div className="row figures-of">
          {campaign.tested_campaign_uid !== undefined && (
            <span className="small">{t`Figures for this part of the A/B test only; the table below covers the whole test.`}</span>
          )}
          <Segments
            aria-label={t`Which opens and clicks count`}
            value={counts}
            onChange={(value) => setChosen(value === 'raw' ? 'raw' : 'filtered')}
            data={[
              { value: 'filtered', label: t`Without machines` },
              { value: 'raw', label: t`All` },
            ]}
          />
        </div>
        {!data && !error && <Loading label={t`Loading the report`} />}
        {data && <Head report={data} counts={counts} showPeople={showPeople} />}
        {test}
        <div className="split">
          <div className="stack">
            {!data && !error && <Awaited />}
            {data && <Funnel report={data} counts={counts} />}
            {removedAt === undefined && <Hours campaignUid={uid} counts={counts} />}
            {data && (
              <Links campaignUid={uid} counts={counts} clicked={data[counts].clicked.people} showPeople={showPeople} />
            )}
            {data && <Compare report={data} counts={counts} />}
          </div>
          <div className="stack">
            {removedAt === undefined && (
              <>
                <Destinations campaignUid={uid} counts={counts} />
                <Clients campaignUid={uid} counts={counts} />
                <Failures campaignUid={uid} showPeople={showPeople} />
              </>
            )}
            {data && (
              <LeftOut report={data} showPeople={showPeople} isToSeveral={campaign.further_lists !== undefined} />
            )}
          </div>
        </div>
        {data && <People campaign={campaign} counts={counts} showPeople={showPeople} />}
      </div>
    </Page>
  );
}
