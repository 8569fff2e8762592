// All campaigns: those that are on their way on top, then the table. Filters stand in the address.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { overviewsQuery } from '../api/campaigns/campaigns.ts';
import { useFormat } from '../api/use-format.ts';
import { useTyped } from '../kit/form/use-typed.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { Button, ButtonLink, TextField } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { ChosenTag } from '../kit/tags.tsx';
import './campaigns.css';
import { ShowMore } from '../kit/table/show-more.tsx';
import { keyOf, rowsOf, useColumns } from './columns.tsx';
import { countOf, isCut, useFilters } from './filters.ts';
import { NewCampaign } from './new-campaign.tsx';
import { NextUp } from './next-up.tsx';
import { RunningCampaigns } from './running.tsx';

type Search = { status?: string; search?: string; tag?: string; counts?: 'raw' };

/** @param first what stands above everything */
export function Campaigns({ first }: { first?: ReactNode }) {
  const { t } = useLingui();
  const filter: Search = useSearch({ from: '/shell/campaigns' });
  const navigate = useNavigate();
  const filters = useFilters();
  const chosen = filters.find(({ key }) => key === filter.status);
  const status = chosen?.statuses.join(',') || undefined;
  const show = (next: Search) => void navigate({ to: '/campaigns', search: next, replace: true });
  const columns = useColumns(filter.counts ?? 'filtered', (tag) => show({ ...filter, tag }));
  const campaigns = useInfiniteQuery({
    ...overviewsQuery({ status, search: filter.search, ...(filter.tag && { tag: filter.tag }), variants: 'no' }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t`Campaigns`}
      actions={
        <>
          <ButtonLink to="/campaigns/calendar" variant="default">
            {t`Calendar`}
          </ButtonLink>
          <NewCampaign />
        </>
      }
    >
      {first}
      <RunningCampaigns />
      <NextUp />
      <Filters filter={filter} counts={campaigns.data?.pages[0]?.statuses ?? {}} show={show} />
      <RemoteTable
        label={t`Campaigns`}
        loading={t`Loading campaigns`}
        query={campaigns}
        rowsOf={({ pages }) => pages.flatMap(({ records }) => records.flatMap(rowsOf))}
        keyOf={keyOf}
        empty={
          filter.search || filter.tag || status ? (
            <Empty
              title={t`No campaigns match this filter`}
              action={<Button variant="default" onClick={() => show({})}>{t`Show all campaigns`}</Button>}
            />
          ) : (
            <Empty title={t`No campaigns yet`}>
              {t`A campaign is one email to the people on a list. Start with “New campaign”: nothing is sent until you say so.`}
            </Empty>
          )
        }
        columns={columns}
        isFlowing
        foot={({ pages }) => (
          <ShowMore
            pages={campaigns}
            note={pages[0]?.records.length ? <Counting filter={filter} show={show} /> : null}
          />
        )}
      />
    </Page>
  );
}

type FiltersProps = { filter: Search; counts: Readonly<Record<string, number>>; show: (next: Search) => void };

function Filters({ filter, counts, show }: FiltersProps) {
  const { t } = useLingui();
  const format = useFormat();
  const filters = useFilters();
  const more = isCut(counts) ? '+' : '';
  const [typed, setTyped] = useTyped(filter.search ?? '', (search) => show({ ...filter, search }));
  return (
    <div className="row apart filters">
      <fieldset className="chips bare">
        <legend className="unseen">{t`Status`}</legend>
        {filters
          .filter((one) => one.isAlways || countOf(one, counts) > 0 || filter.status === one.key)
          .map((one) => (
            <button
              key={one.key ?? 'all'}
              type="button"
              className="chip"
              aria-pressed={filter.status === one.key}
              onClick={() => show({ ...filter, ...(one.key ? { status: one.key } : { status: undefined }) } as Search)}
            >
              {one.name} <span className="quiet">{`${format.number(countOf(one, counts))}${more}`}</span>
            </button>
          ))}
        <ChosenTag tag={filter.tag} clear={() => show({ ...filter, tag: undefined } as Search)} />
      </fieldset>
      <TextField
        type="search"
        aria-label={t`Filter by name or subject`}
        placeholder={t`Name or subject`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

function Counting({ filter, show }: Pick<FiltersProps, 'filter' | 'show'>) {
  const { t } = useLingui();
  const { counts, ...others } = filter;
  return (
    <p className="small counting">
      {counts === 'raw' ? t`Opens and clicks with those by machines` : t`Opens and clicks without machines`} ·{' '}
      <button
        type="button"
        className="as-link"
        onClick={() => show(counts === 'raw' ? others : { ...filter, counts: 'raw' })}
      >
        {counts === 'raw' ? t`leave machines out` : t`count all`}
      </button>
    </p>
  );
}
