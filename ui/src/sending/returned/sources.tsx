// Where returned mail is read, when that worked last, and how much of it was understood.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { returnPathQuery } from '../../api/campaigns/deliverability.ts';
import { useSentences } from '../../api/sentences/use-sentences.ts';
import { useFormat } from '../../api/use-format.ts';
import { Loading, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { State } from '../../kit/state.tsx';
import { Table } from '../../kit/table/table.tsx';
import './returned.css';

export function ReturnSources() {
  const { t } = useLingui();
  const format = useFormat();
  const said = useSentences();
  const query = useQuery(returnPathQuery);
  const path = query.data;
  if (!path && query.error) return <Refused query={query} />;
  if (!path) return <Loading label={t`Loading sources of returned mail`} />;
  const kinds = { imap: 'IMAP', pop3: 'POP3', provider: t`reports by HTTP`, smtp: t`Server for returned mail` };
  return (
    <Card title={t`Sources of returned mail`} pad={path.sources.length === 0}>
      {path.sources.length === 0 ? (
        <div className="stack close">
          <p>
            {path.return_address === null
              ? t`None yet. Mail that comes back later goes to the From address of each campaign and is not counted. People who run the server can have it read.`
              : t`Returned mail goes to ${path.return_address}, but nothing has been read from there yet. People who run the server can add its mailbox.`}
          </p>
          <details className="returned-setup">
            <summary>{t`How to set it up on the server`}</summary>
            <p className="small">
              {path.return_address === null && t`Set MAILWRIGHT_RETURN_ADDRESS and restart the server.`}{' '}
              {t`To add a mailbox, see: npx mailwright mailbox add --help. More: docs/return-path.md`}
            </p>
          </details>
        </div>
      ) : (
        <Table
          label={t`Sources of returned mail`}
          isFlowing
          rows={path.sources}
          keyOf={({ origin }) => origin}
          columns={[
            {
              head: t`Source`,
              isName: true,
              cell: ({ kind, name, host }) => (
                <>
                  {kind === 'smtp' ? kinds.smtp : name}{' '}
                  {kind !== 'smtp' && <span className="quiet">{[kinds[kind], host].filter(Boolean).join(', ')}</span>}
                </>
              ),
            },
            {
              head: t`Status`,
              cell: ({ active, fault, sentences, last_read }) =>
                active === 'no' ? (
                  <State tone="held">{t`Switched off`}</State>
                ) : fault !== null ? (
                  <div className="stack close">
                    <State tone="bad">{t`Cannot be read`}</State>
                    <span className="small breaking">{said(sentences, fault)}</span>
                  </div>
                ) : last_read === null ? (
                  <State tone="open">{t`Not read yet`}</State>
                ) : (
                  <State tone="good">{t`Working`}</State>
                ),
            },
            {
              head: t`Last read`,
              isInstant: true,
              cell: ({ kind, last_read }) =>
                last_read === null
                  ? '–'
                  : kind === 'smtp'
                    ? format.day(Date.parse(last_read) + 43_200_000)
                    : format.since(Date.parse(last_read)),
            },
            { head: t`Read in 30 days`, isNumber: true, cell: ({ read }) => format.number(read) },
            { head: t`Recognized`, isNumber: true, cell: ({ understood }) => format.number(understood) },
            { head: t`Unrecognized`, isNumber: true, cell: ({ not_understood }) => format.number(not_understood) },
          ]}
        />
      )}
    </Card>
  );
}
