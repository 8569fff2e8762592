// From the audience to those who acted, as bars of one length a person.
import { useLingui } from '@lingui/react/macro';
import type { CampaignReport, Counts } from '../api/campaigns/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Card } from '../kit/page/page.tsx';

export function Funnel({ report, counts }: { report: CampaignReport; counts: Counts }) {
  const { t } = useLingui();
  const format = useFormat();
  const audience = report.audience.people;
  const accepted = report.accepted.people;
  const { opened, clicked } = report[counts];
  const steps = [
    { name: t`Audience`, people: audience, of: 0, tone: 'plain' },
    { name: t`Accepted`, people: accepted, of: audience, tone: 'plain' },
    { name: t`Opened`, people: opened.people, of: accepted, tone: 'accent' },
    { name: t`Clicked`, people: clicked.people, of: accepted, tone: 'accent' },
    { name: t`Unsubscribed`, people: report.unsubscribed.people, of: accepted, tone: 'bad' },
  ];
  return (
    <Card title={t`From audience to clicks`}>
      <ol className="funnel">
        {steps.map(({ name, people, of, tone }) => (
          <li key={name}>
            <span>{name}</span>
            <span className="funnel-bar" data-tone={tone} aria-hidden="true">
              {people > 0 && <i style={{ width: `${(100 * people) / audience}%` }} />}
            </span>
            <b>{format.number(people)}</b>
            <span className="small">{of > 0 ? format.share(people, of) : ''}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
