// Campaigns with what came of each, to open their reports: those under way with their figures so
// far, automations among them, and those that were sent. An A/B test is one.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMay } from '../api/accounts/session.ts';
import { overviewsQuery } from '../api/campaigns/campaigns.ts';
import { Empty, Refused } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { ButtonLink } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { ShowMore } from '../kit/table/show-more.tsx';
import { keyOf, rowsOf, useReportColumns } from './columns.tsx';
import './reports.css';

export function Reports() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const sent = useInfiniteQuery(overviewsQuery({ status: 'sent', variants: 'no' }));
  const running = useInfiniteQuery(overviewsQuery({ under_way: 'yes', variants: 'no' }, 20));
  const columns = useReportColumns();
  const note = <p className="small">{t`Opens and clicks without machines`}</p>;
  const isRunning = (running.data?.pages[0]?.records.length ?? 0) > 0;
  return (
    <Page title={t`Reports`} about={t`The results of every campaign that was sent or is in progress`}>
      <div className="stack">
        {running.isError && !running.data && <Refused what={t`In progress`} query={running} />}
        {isRunning && (
          <section className="stack close" aria-labelledby="in-progress">
            <h2 id="in-progress">{t`In progress`}</h2>
            <RemoteTable
              label={t`Campaigns in progress`}
              loading={t`Loading campaigns`}
              query={running}
              isFlowing
              rowsOf={({ pages }) => pages.flatMap(({ records }) => records.flatMap(rowsOf))}
              keyOf={keyOf}
              columns={columns}
              empty={null}
              foot={() => <ShowMore pages={running} note={null} />}
            />
          </section>
        )}
        <section className="stack close" aria-label={t`Sent`}>
          {isRunning && <h2>{t`Sent`}</h2>}
          <RemoteTable
            label={t`Sent campaigns`}
            loading={t`Loading campaigns`}
            query={sent}
            isFlowing
            rowsOf={({ pages }) => pages.flatMap(({ records }) => records.flatMap(rowsOf))}
            keyOf={keyOf}
            columns={columns}
            empty={
              <Empty
                title={t`Nothing has been sent yet`}
                action={mayEdit && <ButtonLink to="/campaigns" hash="new-campaign">{t`Create a campaign`}</ButtonLink>}
              >
                {t`A report appears here as soon as a campaign goes out.`}
              </Empty>
            }
            foot={({ pages }) => <ShowMore pages={sent} note={isRunning || pages[0]?.records.length ? note : null} />}
          />
        </section>
      </div>
    </Page>
  );
}
