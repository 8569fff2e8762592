// The rates of a campaign that are compared, in percent. They are reckoned from people: what the API
// tells in percent is rounded, and would be rounded again where it is shown.

export type Rates = Record<'accepted' | 'opened' | 'clicked' | 'unsubscribed' | 'complained' | 'bounced', number>;
type Counts = 'raw' | 'filtered';
type Standing = 'audience' | 'accepted' | 'unsubscribed' | 'complained' | 'bounced';
type Acting = 'opened' | 'clicked';
type Report = Record<Standing, { people: number }> & Record<Counts, Record<Acting, { people: number }>>;
type Compared = { people: Record<Standing, number> & Record<Counts, Record<Acting, number>> };

/** Of a campaign. */
export function ratesIn(report: Report, counts: Counts): Rates {
  const { audience, accepted, unsubscribed, complained, bounced } = report;
  const { opened, clicked } = report[counts];
  return ratesOf(
    {
      audience: audience.people,
      accepted: accepted.people,
      unsubscribed: unsubscribed.people,
      complained: complained.people,
      bounced: bounced.people,
    },
    { opened: opened.people, clicked: clicked.people },
  );
}

/** Of one of the campaigns that a report is compared with. */
export const comparedRates = ({ people }: Compared, counts: Counts): Rates => ratesOf(people, people[counts]);

/** The mean of the campaigns that a report is compared with, each counting the same. */
export function meanRates({ each }: { each: readonly Compared[] }, counts: Counts): Rates {
  const all = each.map((one) => comparedRates(one, counts));
  const mean = (name: keyof Rates) => all.reduce((sum, rates) => sum + rates[name], 0) / Math.max(1, all.length);
  return {
    accepted: mean('accepted'),
    opened: mean('opened'),
    clicked: mean('clicked'),
    unsubscribed: mean('unsubscribed'),
    complained: mean('complained'),
    bounced: mean('bounced'),
  };
}

/** All but the share of those accepted is of those accepted. */
function ratesOf(
  { audience, accepted, unsubscribed, complained, bounced }: Record<Standing, number>,
  { opened, clicked }: Record<Acting, number>,
): Rates {
  const of = (people: number, whole: number) => (whole > 0 ? Math.min(100, (100 * people) / whole) : 0);
  return {
    accepted: of(accepted, audience),
    opened: of(opened, accepted),
    clicked: of(clicked, accepted),
    unsubscribed: of(unsubscribed, accepted),
    complained: of(complained, accepted),
    bounced: of(bounced, accepted),
  };
}
