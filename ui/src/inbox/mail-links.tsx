// The links of a mail: where each leads, and whether something answers there.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { testMailLinksQuery } from '../api/inbox.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';
import { Loading, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { Button } from '../kit/parts.tsx';
import { State, type Tone } from '../kit/state.tsx';
import { Table } from '../kit/table/table.tsx';

export function MailLinks({ mailId }: { mailId: string }) {
  const { t } = useLingui();
  const inWords = useSentences();
  const links = useQuery(testMailLinksQuery(mailId));
  const records = links.data ?? [];
  const states: Record<(typeof records)[number]['state'], { name: string; tone: Tone }> = {
    answers: { name: t`Reachable`, tone: 'good' },
    fails: { name: t`Broken link`, tone: 'bad' },
    own: { name: t`A page on this server`, tone: 'good' },
    'not-asked': { name: t`Not checked`, tone: 'open' },
    'no-page': { name: t`Not a web page`, tone: 'open' },
  };
  return (
    <Card
      title={t`Links`}
      pad={links.data === undefined || records.length === 0}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          loading={links.isFetching && !links.isPending}
          onClick={() => void links.refetch()}
        >{t`Check again`}</Button>
      }
    >
      {links.isPending && <Loading label={t`Checking links`} />}
      <Refused query={links} />
      {links.data && records.length === 0 && <p className="quiet">{t`This email has no links.`}</p>}
      {records.length > 0 && (
        <Table
          label={t`Links`}
          isFlowing
          rows={records}
          keyOf={({ href }) => href}
          columns={[
            { head: t`Links to`, isName: true, cell: ({ leads_to }) => <span className="mail-link">{leads_to}</span> },
            {
              head: t`Status`,
              cell: ({ state, why, sentences }) => (
                <>
                  <State tone={states[state].tone}>{states[state].name}</State>
                  {why !== null && <div className="small">{inWords(sentences, why)}</div>}
                </>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
