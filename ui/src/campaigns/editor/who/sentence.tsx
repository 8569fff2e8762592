// How many get it, and why others do not: each number opens the people.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { audienceQuery } from '../../../api/campaigns/audience.ts';
import { useFormat } from '../../../api/use-format.ts';
import { Awaited } from '../../../kit/notice.tsx';
import { AudiencePeople } from './people.tsx';
import { type Reason, useReasonNames } from './reason-names.ts';

const ASK_AGAIN_MS = 500;
const LEFT_OUT: readonly Exclude<Reason, 'gets'>[] = [
  'segment',
  'unsubscribed',
  'suppressed',
  'unconfirmed',
  'blacklisted',
  'unapproved',
  'disabled',
  'moved',
];

/**
 * `further`: lists after the first; with them the numbers lead to no people, who are on one list
 * each. `isLater`: it waits for an event, which need not happen to those who could get it now.
 */
type SentenceProps = {
  listUid: string;
  segmentUid: string | undefined;
  further: readonly string[];
  isLater: boolean;
};

export function AudienceSentence({ listUid, segmentUid, further, isLater }: SentenceProps) {
  const { t } = useLingui();
  const format = useFormat();
  const reasonNames = useReasonNames();
  const [shown, setShown] = useState<Reason>();
  const { data, error } = useQuery({
    ...audienceQuery(listUid, segmentUid, further),
    refetchInterval: ({ state }) => (state.data?.gets === null ? ASK_AGAIN_MS : false), // still being counted
  });
  if (error) return <p className="small">{error.message}</p>;
  if (!data || data.gets === null)
    return (
      <>
        {!data && <Awaited />}
        <p role="status" className="quiet">
          {t`Counting…`}
        </p>
      </>
    );
  const { gets, total } = data;
  const duplicates = data.left_out.duplicate ?? 0;
  const reasons = LEFT_OUT.flatMap((reason) => {
    const count = data.left_out[reason];
    return count ? [{ reason, count }] : [];
  });
  return (
    <>
      <p className="audience">
        <Figure isBold onPress={further.length > 0 ? undefined : () => setShown('gets')}>
          {isLater && total > 0 ? (
            <Trans>
              {format.number(gets)} of {format.number(total)} would get it after the event
            </Trans>
          ) : total > gets ? (
            <Trans>
              {format.number(gets)} of {format.number(total)} get it
            </Trans>
          ) : (
            <>
              {format.number(gets)} <Plural value={gets} one="person gets it" other="people get it" />
            </>
          )}
          {(duplicates > 0 || reasons.length > 0) && '.' /* inside: a button breaks like a word of its own */}
        </Figure>
        {duplicates > 0 && (
          <>
            {' '}
            <Plural
              value={duplicates}
              one="# is on several of the lists and gets only one email."
              other="# are on several of the lists and get only one email each."
            />
          </>
        )}
        {reasons.length > 0 && (
          <>
            {' '}
            <span className="quiet">{t`Not included:`} </span>
          </>
        )}
        {reasons.map(({ reason, count }, at) => (
          <span key={reason}>
            {at > 0 && <span className="quiet"> · </span>}
            <Figure onPress={further.length > 0 ? undefined : () => setShown(reason)}>
              {format.number(count)} {reasonNames[reason]}
            </Figure>
          </span>
        ))}
      </p>
      {shown && (
        <AudiencePeople
          listUid={listUid}
          segmentUid={segmentUid}
          reason={shown}
          count={shown === 'gets' ? gets : (data.left_out[shown] ?? 0)}
          close={() => setShown(undefined)}
        />
      )}
    </>
  );
}

type FigureProps = { isBold?: boolean; onPress: (() => void) | undefined; children: ReactNode };

/** Opens the people behind it, where they can be shown. */
function Figure({ isBold = false, onPress, children }: FigureProps) {
  if (!onPress) return isBold ? <b>{children}</b> : <span>{children}</span>;
  return (
    <button type="button" className={isBold ? 'link' : 'link plain'} onClick={onPress}>
      {children}
    </button>
  );
}
