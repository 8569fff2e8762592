// The people behind the figures of a report: who, when, with what, and what they did.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Campaign } from '../../api/campaigns/campaigns.ts';
import type { Counts } from '../../api/campaigns/reports.ts';
import { useCsvAddress } from '../../api/use-csv.ts';
import { Empty } from '../../kit/notice.tsx';
import { Segments } from '../../kit/parts.tsx';
import { RemoteTable } from '../../kit/table/remote-table.tsx';
import { ShowMore } from '../../kit/table/show-more.tsx';
import type { ShowPeople } from '../show-people.ts';
import { useColumns } from './columns.tsx';
import { useKinds } from './kinds.ts';
import { csvPathOf, EVENTS, type Machines, peopleQuery } from './pages.ts';

const KEPT: readonly string[] = ['unsubscribed', 'bounced'];

type PeopleProps = { campaign: Campaign; counts: Counts; showPeople: ShowPeople };

export function People({ campaign, counts, showPeople }: PeopleProps) {
  const { t } = useLingui();
  const { people, link } = useSearch({ from: '/shell/campaigns/$campaignUid' });
  const { always, others } = useKinds();
  // Who left and what came back are kept for ever.
  const isRemoved = campaign.details_removed_at_iso !== undefined;
  const offered = isRemoved ? always.filter(({ key }) => KEPT.includes(key)) : always;
  const kind = [...always, ...others].find(({ key }) => key === people) ?? offered[0];
  const [chosen, setChosen] = useState<Machines>();
  const machines = chosen ?? (counts === 'raw' ? 'with' : 'without');
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (people !== undefined) place.current?.scrollIntoView({ block: 'start' });
  }, [people]);
  const asked = { kind: kind?.key ?? 'opens', link: people === 'clicks' ? link : undefined, machines, counts };
  const query = useInfiniteQuery(peopleQuery(campaign, asked));
  const isEvents = EVENTS.some((one) => one === asked.kind);
  const columns = useColumns(campaign, asked.kind);
  const csvAddress = useCsvAddress();
  const own = csvPathOf(asked);
  return (
    <section ref={place} id="people" className="stack close people" aria-label={t`People`}>
      <div className="row apart">
        <h2>{t`People`}</h2>
        {!isRemoved && (
          <a href={csvAddress(`/api/campaigns/${campaign.campaign_uid}/${own ?? 'delivery-logs.csv'}`)} download>
            {own ? t`Export as CSV` : t`What happened to each email (CSV)`}
          </a>
        )}
      </div>
      <div className="row apart">
        <fieldset className="chips bare">
          <legend className="unseen">{t`Which people`}</legend>
          {[...offered, ...[...always, ...others].filter((one) => one.key === kind?.key && !offered.includes(one))].map(
            ({ key, name }) => (
              <button
                key={key}
                type="button"
                className="chip"
                aria-pressed={key === kind?.key}
                onClick={() => showPeople(key)}
              >
                {name}
              </button>
            ),
          )}
          {asked.link !== undefined && (
            <button type="button" className="chip" onClick={() => showPeople('clicks')}>
              {t`one link ×`}
            </button>
          )}
        </fieldset>
        {isEvents && (
          <Segments
            size="xs"
            aria-label={t`Machines`}
            value={machines}
            onChange={(value) => setChosen(value as Machines)}
            data={[
              { value: 'without', label: t`People` },
              { value: 'with', label: t`All` },
              { value: 'only', label: t`Machines` },
            ]}
          />
        )}
      </div>
      {kind?.isOfAudience && (
        <p className="small">{t`This is the list as it is now. It may have changed since the campaign started.`}</p>
      )}
      <RemoteTable
        label={t`People`}
        loading={t`Loading people`}
        query={query}
        rowsOf={({ pages }) => pages.flatMap(({ records }) => records).map((row, n) => ({ ...row, n }))}
        keyOf={({ n }) => String(n)}
        columns={columns}
        empty={<Empty title={query.hasNextPage ? t`No one so far: keep looking` : t`No people`} />}
        foot={() => <ShowMore pages={query} />}
      />
    </section>
  );
}
