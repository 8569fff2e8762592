// Why mails were refused or came back, in the receivers' own words.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { failuresQuery } from '../api/campaigns/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { State } from '../kit/state.tsx';
import { useBounceTypeName } from './bounce-types.ts';
import type { ShowPeople } from './show-people.ts';

export function Failures({ campaignUid, showPeople }: { campaignUid: string; showPeople: ShowPeople }) {
  const { t } = useLingui();
  const format = useFormat();
  const typeName = useBounceTypeName();
  const query = useQuery(failuresQuery(campaignUid));
  const { data, isLoading } = query;
  if (isLoading) return <Awaited />;
  if (!data)
    return (
      <Card title={t`Why emails failed`}>
        <Refused query={query} />
      </Card>
    );
  if (data.records.length === 0) return null;
  const kinds = { rejected: t`refused`, bounced: t`bounced` };
  return (
    <Card title={t`Why emails failed`}>
      <ul className="stack">
        {data.records.map(({ kind, type, cause, count, words, example }) => (
          <li key={`${kind} ${type} ${cause}`} className="stack tight">
            <div className="row apart">
              <State tone={type === 'hard' ? 'bad' : 'held'}>
                {kinds[kind]}, {typeName(type)}
              </State>
              <button
                type="button"
                className="as-link"
                aria-label={`${format.number(count)} ${kinds[kind]}`}
                onClick={() => showPeople(kind)}
              >
                {format.number(count)}
              </button>
            </div>
            {words.slice(0, 2).map((said) => (
              <p key={said.text} className="small breaking">
                {said.text || t`no explanation given`} {said.count < count && <b>× {format.number(said.count)}</b>}
              </p>
            ))}
            {example.email !== null && <p className="small breaking example">{t`for example: ${example.email}`}</p>}
          </li>
        ))}
      </ul>
      {data.looked_at < data.messages && (
        <p className="small">{t`Based on the first ${format.number(data.looked_at)} of ${format.number(data.messages)}.`}</p>
      )}
    </Card>
  );
}
