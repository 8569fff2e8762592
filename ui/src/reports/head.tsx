// The head of a report: six figures, each with its share; each opens the people behind it.
import { useLingui } from '@lingui/react/macro';
import type { CampaignReport, Counts } from '../api/campaigns/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Tiles } from '../kit/figures/tiles.tsx';
import type { ShowPeople } from './show-people.ts';

type HeadProps = { report: CampaignReport; counts: Counts; showPeople: ShowPeople };

export function Head({ report, counts, showPeople }: HeadProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { opened, clicked } = report[counts];
  const machines = (did: 'opened' | 'clicked') => {
    const n = report.raw[did].people - report.filtered[did].people;
    if (n <= 0) return null;
    const words =
      counts === 'filtered' ? t`plus ${format.number(n)} by machines` : t`${format.number(n)} of them by machines`;
    return <span className="small">{words}</span>;
  };
  const below = (did: 'opened' | 'clicked', name: string) => {
    const others = report.accepted.people - report[counts][did].people;
    return (
      <>
        {machines(did)}
        {others > 0 && (
          <span className="small">{who(`not-${did}`, name, t`${format.number(others)} did not · see who`)}</span>
        )}
      </>
    );
  };
  const { audience, unsubscribed, bounced } = report;
  const accepted = report.accepted.people;
  const leftOut = Object.values(audience.left_out).reduce((sum, people) => sum + people, 0);
  const share = (people: number) => format.share(people, accepted);
  const who = (kind: string, name: string, words: string) => (
    <button type="button" className="as-link" aria-label={`${name}: ${words}`} onClick={() => showPeople(kind)}>
      {words}
    </button>
  );
  return (
    <div className="stack close">
      <Tiles
        tiles={[
          {
            name: t`Audience`,
            value: format.number(audience.people),
            note: leftOut > 0 && t`${format.number(leftOut)} on the list left out`,
          },
          { name: t`Accepted`, value: format.number(accepted), note: format.share(accepted, audience.people) },
          {
            name: t`Opened`,
            value: format.number(opened.people),
            note: opened.people > 0 ? who('opens', t`Opened`, t`${share(opened.people)} · see who`) : share(0),
            more: below('opened', t`Did not open`),
          },
          {
            name: t`Clicked`,
            value: format.number(clicked.people),
            note: clicked.people > 0 ? who('clicks', t`Clicked`, t`${share(clicked.people)} · see who`) : share(0),
            more: below('clicked', t`Did not click`),
          },
          {
            name: t`Unsubscribed`,
            value: format.number(unsubscribed.people),
            note:
              unsubscribed.people > 0
                ? who('unsubscribed', t`Unsubscribed`, t`${share(unsubscribed.people)} · see who`)
                : share(0),
          },
          {
            name: t`Bounced`,
            value: format.number(bounced.people),
            note:
              bounced.people > 0
                ? who(
                    'bounced',
                    t`Bounced`,
                    bounced.internal > 0
                      ? t`${format.number(bounced.hard)} hard · ${format.number(bounced.soft)} soft · ${format.number(bounced.internal)} on our side · see who`
                      : t`${format.number(bounced.hard)} hard · ${format.number(bounced.soft)} soft · see who`,
                  )
                : share(0),
          },
        ]}
      />
      <p className="small">
        {t`Percentages are of the ${format.number(accepted)} whose mail server accepted the email.`}{' '}
        <Machines report={report} counts={counts} />
      </p>
    </div>
  );
}

/** What the two ways of counting have to do with each other, in a sentence. */
function Machines({ report: { raw, filtered }, counts }: Pick<HeadProps, 'report' | 'counts'>) {
  const { t } = useLingui();
  const format = useFormat();
  const machines = raw.opened.people - filtered.opened.people;
  if (machines <= 0) return t`As far as we know, no email was opened only by machines.`;
  return counts === 'filtered'
    ? t`${format.number(machines)} more were opened only by machines (email apps and filters that load images and links before anyone reads the email). They are not counted.`
    : t`${format.number(machines)} of the opened emails were opened only by machines: email apps and filters that load images and links before anyone reads the email.`;
}
