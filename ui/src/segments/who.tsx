// How many a segment is while it is being written: about how many at once, exactly soon after, and
// some of them.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Estimate, estimateQuery, previewQuery, type SegmentDefinition } from '../api/lists/segments.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { Notice } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';

/** After so long people are told that the count takes its time. */
const LATE_MS = 1_000;

type WhoProps = { listUid: string; definition: SegmentDefinition | undefined };

export function Who({ listUid, definition }: WhoProps) {
  const { t } = useLingui();
  const estimate = useQuery(estimateQuery(listUid, definition));
  const isFresh = estimate.data !== undefined && !estimate.isPlaceholderData;
  const isLong = isFresh && !estimate.data.is_exact;
  const exact = useQuery({ ...previewQuery(listUid, definition, () => undefined), enabled: isLong });
  const samples = isFresh
    ? [...estimate.data.samples, ...(exact.data?.samples ?? [])]
        .filter((one, n, all) => all.findIndex(({ subscriber_uid: uid }) => uid === one.subscriber_uid) === n)
        .slice(0, 5)
    : [];
  return (
    <Card title={t`Who is in it`}>
      <div className="stack close">
        <div className="stack close" role="status" aria-busy={estimate.isFetching || exact.isFetching}>
          {definition === undefined ? (
            <p className="quiet">{t`Fill in the conditions, and the number of people appears here right away.`}</p>
          ) : estimate.error ? (
            <Notice tone="bad">{estimate.error.message}</Notice>
          ) : isFresh ? (
            <HowMany estimate={estimate.data} exact={exact.data?.people} error={exact.error} />
          ) : (
            <Waiting />
          )}
        </div>
        {definition !== undefined && samples.length > 0 && (
          <>
            <p className="small quiet">{t`For example:`}</p>
            <ul className="segment-samples">
              {samples.map(({ subscriber_uid: subscriberUid, email, name }) => (
                <li key={subscriberUid}>
                  <Link to="/lists/$listUid/subscribers/$subscriberUid" params={{ listUid, subscriberUid }}>
                    <Address>{email}</Address>
                  </Link>
                  {name !== '' && <span className="quiet small">{name}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
        {isFresh && !isLong && estimate.data.people === 0 && (
          <p className="quiet small">{t`No one matches. The numbers next to the conditions show which one leaves people out.`}</p>
        )}
      </div>
    </Card>
  );
}

type HowManyProps = { estimate: Estimate; exact: number | undefined; error: Error | null };

function HowMany({ estimate, exact, error }: HowManyProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { people: about, margin, is_exact, of } = estimate;
  const people = is_exact ? about : exact;
  const share = (n: number) => <span className="quiet small">{t`${format.share(n, of)} of ${format.number(of)}`}</span>;
  if (people !== undefined) {
    return (
      <>
        <p className="figure-large">
          <strong>{format.number(people)}</strong> {share(people)}
        </p>
        <p>{t`${plural(people, { one: '# person is in it and gets email.', other: '# people are in it and get email.' })}`}</p>
      </>
    );
  }
  const [least, most] = [Math.max(0, about - margin), Math.min(of, about + margin)];
  return (
    <>
      <p className="figure-large">
        <strong>≈ {format.number(about)}</strong> {share(about)}
      </p>
      <p>
        {about === 0
          ? t`${plural(most, { one: 'An estimate: at most # person.', other: 'An estimate: fewer than # people.' })}`
          : t`An estimate: between ${format.number(least)} and ${format.number(most)} people.`}
      </p>
      <p className="quiet small">
        {error ? t`Could not be counted exactly: ${error.message}` : t`Counting everyone …`}
      </p>
    </>
  );
}

/** Says so when the server takes its time. */
function Waiting() {
  const { t } = useLingui();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="quiet">{isLate ? t`Counting… The server is busy, so this takes longer than usual.` : t`Counting…`}</p>
  );
}
