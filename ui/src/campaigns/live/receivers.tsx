// What becomes of the messages by the domain they go to, with what its mail servers answer.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../api/use-format.ts';
import { Loading, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Table } from '../../kit/table/table.tsx';
import { receiversQuery } from './queries.ts';

export function Receivers({ campaignUid }: { campaignUid: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const query = useQuery(receiversQuery(campaignUid));
  const { data, isLoading } = query;
  const { domains = 0, ...others } = data?.others ?? {};
  const rows = [
    ...(data?.records ?? []).map((row) => ({ ...row, domain: row.domain ?? t`people who were removed` })),
    ...(domains > 0 && data
      ? [
          {
            ...data.others,
            ...others,
            domain: t`${format.number(domains)} others`,
            answer: null,
            next_attempt_at: null,
          },
        ]
      : []),
  ];
  return (
    <Card title={t`By domain`} pad={rows.length === 0}>
      {!data && <Refused query={query} />}
      {isLoading && <Loading label={t`Loading`} />}
      {data && rows.length === 0 && (
        <p className="quiet">{data.counted_at === null ? t`Still counting.` : t`Nothing has been tried yet.`}</p>
      )}
      {rows.length > 0 && (
        <Table
          label={t`By domain`}
          isFlowing
          rows={rows}
          keyOf={({ domain }) => domain}
          columns={[
            {
              head: t`Domain`,
              isName: true,
              cell: ({ domain, answer, next_attempt_at: next }) => (
                <>
                  {domain}
                  {answer !== null && <span className="small answer">{answer}</span>}
                  {next !== null && (
                    <span className="small">{t`next attempt ${format.instant(Date.parse(next))}`}</span>
                  )}
                </>
              ),
            },
            { head: t`Accepted`, isNumber: true, cell: ({ accepted }) => format.number(accepted) },
            { head: t`Deferred`, isNumber: true, cell: ({ deferred }) => format.number(deferred) },
            { head: t`Rejected`, isNumber: true, cell: ({ rejected }) => format.number(rejected) },
          ]}
        />
      )}
    </Card>
  );
}
