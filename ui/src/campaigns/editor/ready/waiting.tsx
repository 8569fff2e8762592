// A campaign that will begin by itself: when, to how many, and the way back. Right after sending,
// the seconds that are left to undo it.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/accounts/session.ts';
import { answerOf, api } from '../../../api/client.ts';
import { askServerClock } from '../../../api/server-clock.ts';
import { useFormat } from '../../../api/use-format.ts';
import { MINUTE_MS } from '../../../kit/local-time.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Button } from '../../../kit/parts.tsx';
import { useNotice } from '../../use-notice.ts';
import type { Draft } from '../saving/use-draft.ts';
import { usePeopleWords } from '../variants/people-words.ts';
import { useTested } from '../variants/use-test.ts';
import { kindOf } from '../when/when.tsx';
import { audienceOf } from '../who/lists.ts';
import { ChangeTime } from './change-time.tsx';
import { useCheckWords } from './check-words.ts';
import { checksQuery } from './checks-query.ts';
import { useLeft } from './use-left.ts';

const SOON_MS = MINUTE_MS;
/** What is in the way is looked at again while its time has come and it does not begin. */
const LOOK_AGAIN_MS = 5_000;

export function Waiting({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const format = useFormat();
  const maySend = useMay('send');
  const { uid, stored } = draft;
  const at = stored.send_at_iso ? Date.parse(stored.send_at_iso) : undefined;
  // Before its send time, where each recipient gets it at their own.
  const begins = stored.begins_at_iso ? Date.parse(stored.begins_at_iso) : at;
  const isEarly = begins !== at;
  const left = useLeft(begins);
  const kind = kindOf(draft);
  const isRecurring = kind === 'recurring';
  const isAfter = kind === 'after'; // nobody gets it by its beginning
  const isSoon = !isRecurring && left !== undefined && left < SOON_MS;
  const isPaused = stored.status === 'paused';
  const isVariant = useTested(draft)?.isFirst === false; // it begins with the first one
  const mayChangeTime = kind === 'at' && !isSoon && !isPaused && !isVariant;
  const inTheWay = useInTheWay(uid, !isPaused, left !== undefined && left <= 0);
  const isHeld = inTheWay.length > 0;
  const notice = useNotice()({ notice: stored.notice ?? null, sentences: stored.sentences ?? [] });
  const audience = useQuery(audienceOf(draft));
  const params = { path: { campaign_uid: uid } };
  const back = useMutation({
    async mutationFn() {
      const body = {
        status: 'draft',
        ...((isSoon || isRecurring) && { send_at_iso: isRecurring ? stored.send_at_iso : null }),
      };
      await answerOf(api.PUT('/campaigns/{campaign_uid}', { params, body }));
      await draft.reload();
    },
  });
  const now = useMutation({
    async mutationFn() {
      const body = { send_at_iso: new Date(await askServerClock()).toISOString() };
      await answerOf(api.POST('/campaigns/{campaign_uid}/send', { params, body }));
      await draft.reload();
    },
  });
  const people = stored.not_opened_of === undefined ? audience.data?.gets : undefined;
  const inWords = usePeopleWords(draft);
  const to = typeof people === 'number' ? inWords(people) : undefined;
  const seconds = Math.ceil(Math.max(left ?? 0, 0) / 1_000);
  const words = () => {
    if (isPaused) return t`It was paused before it started. Nothing has been sent.`;
    if (isRecurring) return t`It runs automatically, as planned below.`;
    if (isSoon) {
      if (seconds === 0 && isHeld) return t`It is due now.`;
      if (seconds === 0) return t`It is starting now.`;
      if (isAfter) return t`It will be switched on in ${plural(seconds, { one: '# second', other: '# seconds' })}.`;
      return to
        ? t`It will be sent to ${to} in ${plural(seconds, { one: '# second', other: '# seconds' })}.`
        : t`It will be sent in ${plural(seconds, { one: '# second', other: '# seconds' })}.`;
    }
    const time = at === undefined ? '' : format.instant(at);
    if (isAfter) return t`It will be switched on: ${time}.`;
    const begin = begins === undefined ? '' : format.instant(begins);
    if (isEarly)
      return to
        ? t`It will be sent to ${to} on ${time}, their own time, starting on ${begin}.`
        : t`It will be sent on ${time}, each recipient’s own time, starting on ${begin}.`;
    return to ? t`It will be sent to ${to} on ${time}.` : t`It will be sent on ${time}.`;
  };
  const fault = back.error ?? now.error;
  return (
    <div className="waiting stack close" role="status">
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {isHeld && (
        <Notice tone="bad">
          <b>{t`It cannot start as it is:`}</b> {inTheWay.join(' ')}
        </Notice>
      )}
      {!isHeld && notice && <Notice tone="warn">{notice}</Notice>}
      <Notice
        tone={isSoon && !isHeld ? 'good' : 'info'}
        action={
          maySend && (
            <div className="row">
              {mayChangeTime && <ChangeTime draft={draft} />}
              <Button variant="default" size="compact-sm" loading={back.isPending} onClick={() => back.mutate()}>
                {isSoon && !isPaused ? t`Undo` : t`Back to draft`}
              </Button>
              {isSoon && !isPaused && (
                <Button variant="subtle" size="compact-sm" loading={now.isPending} onClick={() => now.mutate()}>
                  {isAfter ? t`Switch it on now` : t`Send now`}
                </Button>
              )}
            </div>
          )
        }
      >
        <b>{words()}</b>{' '}
        {isSoon && !isPaused
          ? t`Nothing is sent until then.`
          : mayChangeTime && maySend
            ? t`To change anything else, move it back to draft.`
            : t`To change something, move it back to draft.`}
      </Notice>
    </div>
  );
}

/** Why it could not begin now, in words. */
function useInTheWay(uid: string, isAsked: boolean, isLate: boolean): string[] {
  const wordsOf = useCheckWords();
  const { data } = useQuery({
    ...checksQuery(uid),
    enabled: isAsked,
    refetchInterval: isLate ? LOOK_AGAIN_MS : false,
  });
  const blocking = isAsked ? (data ?? []).filter(({ state }) => state === 'blocking') : [];
  return blocking.map((check) => {
    const { text, more } = wordsOf(check);
    return more === undefined ? text : `${text} ${more}`;
  });
}
