// The links of a campaign, by how many clicked them; each number opens the people.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type Counts, linksQuery } from '../api/campaigns/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { PageFrame } from '../kit/page/page-frame.tsx';
import { Table } from '../kit/table/table.tsx';
import type { ShowPeople } from './show-people.ts';

/** Those with the most clicks; nobody reads further. */
const SHOWN = 100;

/** `clicked`: how many clicked any of them. */
export function Links({
  campaignUid,
  counts,
  clicked,
  showPeople,
}: {
  campaignUid: string;
  counts: Counts;
  clicked: number;
  showPeople: ShowPeople;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const query = useQuery(linksQuery(campaignUid, counts));
  const { data, isLoading } = query;
  if (isLoading) return <Awaited />;
  if (!data)
    return (
      <Card title={t`Links`}>
        <Refused query={query} />
      </Card>
    );
  if (data.length === 0) return null;
  const rows = data.toSorted((a, b) => b.unique_clicks_count - a.unique_clicks_count).slice(0, SHOWN);
  return (
    <Card
      title={t`Links`}
      pad={false}
      actions={
        <DialogButton label={t`See in email`} title={t`The email with its clicks`} variant="subtle" size="lg">
          {() => (
            <div className="stack close">
              <p className="small">
                {t`After each link: how many people clicked it, and their share of everyone who clicked anything.`}
              </p>
              <div className="heat-map">
                <PageFrame
                  title={t`The email with its clicks`}
                  src={`/api/campaigns/${campaignUid}/heat-map.html?counts=${counts}`}
                />
              </div>
            </div>
          )}
        </DialogButton>
      }
    >
      <Table
        label={t`Links`}
        isFlowing
        rows={rows}
        keyOf={({ hash }) => hash}
        columns={[
          { head: t`Link`, isName: true, cell: ({ destination }) => <LinkName>{destination}</LinkName> },
          {
            head: t`People`,
            isNumber: true,
            cell: ({ unique_clicks_count: people, hash, destination }) =>
              people === 0 ? (
                format.number(0)
              ) : (
                <button
                  type="button"
                  className="as-link"
                  aria-label={t`${format.number(people)} who clicked ${destination}`}
                  onClick={() => showPeople('clicks', hash)}
                >
                  {format.number(people)}
                </button>
              ),
          },
          {
            head: t`Of those who clicked`,
            isNumber: true,
            cell: ({ unique_clicks_count: people }) => format.share(Math.min(people, clicked), clicked),
          },
          {
            head: t`Share`,
            isWide: true,
            cell: ({ unique_clicks_rate: rate }) => (
              <div className="bar share" aria-hidden="true">
                <i style={{ width: `${rate}%` }} />
              </div>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** An address, and below it what it says to web analytics, in words. */
function LinkName({ children }: { children: string }) {
  const { address, marks } = withoutMarks(children);
  return (
    <span className="breaking" title={marks.length > 0 ? children : undefined}>
      {address}
      {marks.length > 0 && <span className="small link-marks">{marks.join(' · ')}</span>}
    </span>
  );
}

/** The parameters of web analytics apart from the rest of an address, and decoded. */
function withoutMarks(destination: string): { address: string; marks: string[] } {
  const [, before = destination, query, fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(destination) ?? [];
  if (query === undefined) return { address: destination, marks: [] };
  const pairs = query.split('&');
  const isMark = (pair: string) => /^utm_[a-z]+=/.test(pair);
  const rest = pairs.filter((pair) => !isMark(pair)).join('&');
  return {
    address: before + (rest === '' ? '' : `?${rest}`) + fragment,
    marks: pairs.filter(isMark).map((pair) => pair.replace('=', ': ').replace(/(?:%[0-9A-Fa-f]{2})+/g, decoded)),
  };
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded; // no text in UTF-8
  }
}
