// The head of a report: six figures, each with its share, and who was left out.
import { useLingui } from '@lingui/react/macro';
import type { CampaignReport, Counts } from '../api/reports.ts';
import { useFormat } from '../api/use-format.ts';

export function Head({ report, counts }: { report: CampaignReport; counts: Counts }) {
  const { t } = useLingui();
  const format = useFormat();
  const { opened, clicked } = report[counts];
  const accepted = report.accepted.people;
  const leftOut = Object.values(report.audience.left_out).reduce((sum, people) => sum + people, 0);
  const mean = report.comparison;
  const share = (people: number, usual?: number) => {
    const own = format.share(people, accepted);
    return usual === undefined ? own : t`${own} · usual ${format.share(usual, 100)}`;
  };
  const tiles = [
    { name: t`Audience`, value: report.audience.people, note: t`${format.number(leftOut)} of the list left out` },
    { name: t`Accepted`, value: accepted, note: format.share(accepted, report.audience.people) },
    { name: t`Opened`, value: opened.people, note: share(opened.people, mean?.[counts].opened_rate) },
    { name: t`Clicked`, value: clicked.people, note: share(clicked.people, mean?.[counts].clicked_rate) },
    { name: t`Unsubscribed`, value: report.unsubscribed.people, note: share(report.unsubscribed.people) },
    {
      name: t`Bounced`,
      value: report.bounced.people,
      note: t`${format.number(report.bounced.hard)} hard · ${format.number(report.bounced.soft)} soft`,
    },
  ];
  const machines = report.raw.opened.people - report.filtered.opened.people;
  return (
    <div className="stack close">
      <dl className="card tiles">
        {tiles.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{format.number(value)}</strong>
              <span className="small">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="small">
        {t`Shares are of the ${format.number(accepted)} whose mail server accepted the mail.`}{' '}
        {counts === 'filtered' &&
          machines > 0 &&
          t`${format.number(machines)} were opened by machines alone: they are not counted.`}
      </p>
    </div>
  );
}
