// Who of the list did not get it, and why: before it began, and while it was sent.
import { useLingui } from '@lingui/react/macro';
import type { CampaignReport } from '../api/campaigns/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Card } from '../kit/page/page.tsx';
import type { ShowPeople } from './show-people.ts';

type LeftOutProps = { report: CampaignReport; showPeople: ShowPeople; isToSeveral: boolean };

/** `isToSeveral`: to several lists; then those left out of them are numbers only. */
export function LeftOut({ report, showPeople, isToSeveral }: LeftOutProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { left_out: left } = report.audience;
  const { skipped, uncertain } = report.messages;
  const rows = [
    { name: t`had not confirmed`, people: left.unconfirmed, kind: 'left-unconfirmed' },
    { name: t`had unsubscribed`, people: left.unsubscribed, kind: 'left-unsubscribed' },
    { name: t`blocked on the list`, people: left.blacklisted, kind: 'left-blacklisted' },
    { name: t`address suppressed: bounced, complained or blocked`, people: left.suppressed, kind: 'left-suppressed' },
    { name: t`not in the segment`, people: left.segment, kind: 'left-segment' },
    { name: t`on several of the lists: emailed once`, people: left.duplicate, kind: undefined },
    { name: t`disabled, unapproved or moved`, people: left.other, kind: undefined },
    {
      name: t`skipped while sending: left in the meantime, or the campaign was ended first`,
      people: skipped,
      kind: 'skipped',
    },
    { name: t`uncertain: no answer received`, people: uncertain, kind: 'uncertain' },
  ].filter(({ people }) => people > 0);
  if (rows.length === 0) return null;
  return (
    <Card title={t`Who did not get it`}>
      <ul className="stack close">
        {rows.map(({ name, people, kind }) => (
          <li key={name} className="row apart nowrap">
            <span>{name}</span>
            {kind === undefined || (isToSeveral && kind.startsWith('left-')) ? (
              <b>{format.number(people)}</b>
            ) : (
              <button
                type="button"
                className="as-link"
                aria-label={`${format.number(people)} ${name}`}
                onClick={() => showPeople(kind)}
              >
                {format.number(people)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
