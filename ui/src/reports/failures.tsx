// Why mails were refused or came back, in the receivers' own words.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { failuresQuery } from '../api/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Card } from '../kit/page.tsx';
import { State } from '../kit/state.tsx';

export function Failures({ campaignUid }: { campaignUid: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data } = useQuery(failuresQuery(campaignUid));
  if (!data || data.length === 0) return null;
  const kinds = { rejected: t`refused`, bounced: t`came back` };
  const types = { hard: t`for good`, soft: t`for now`, internal: t`on our side` };
  return (
    <Card title={t`Why mail failed`}>
      <ul className="stack">
        {data.map(({ kind, type, cause, count, words }) => (
          <li key={`${kind} ${type} ${cause}`} className="stack close">
            <div className="row apart">
              <State tone={type === 'hard' ? 'bad' : 'held'}>
                {kinds[kind]}, {types[type]}
              </State>
              <b>{format.number(count)}</b>
            </div>
            {words.slice(0, 2).map((said) => (
              <p key={said.text} className="small">
                {said.text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}
