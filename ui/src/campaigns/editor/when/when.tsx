// When it goes: as soon as it is sent, at a time, again and again, or after an event of each
// person.
import { useLingui } from '@lingui/react/macro';
import { useSession } from '../../../api/accounts/session.ts';
import { hasBegun } from '../../../api/campaigns/drafts.ts';
import { DAY_MS, instantOfLocal, localOfInstant } from '../../../kit/local-time.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Card } from '../../../kit/page/page.tsx';
import { RadioChoice, RadioGroup } from '../../../kit/parts.tsx';
import { useLeft } from '../ready/use-left.ts';
import type { Draft } from '../saving/use-draft.ts';
import { useTested } from '../variants/use-test.ts';
import { furtherOf } from '../who/lists.ts';
import { AfterEvent } from './after-event.tsx';
import { OwnTime, ownTimeOf, toOwnTime } from './own-time.tsx';
import { Recurring } from './recurring.tsx';
import { TimeField } from './time-field.tsx';
import { WINDOW, Window } from './window.tsx';

export type Kind = 'now' | 'at' | 'recurring' | 'after';

/** Which of the four ways the campaign has. */
export function kindOf(draft: Draft): Kind {
  if (draft.get('type') === 'autoresponder') return 'after';
  if (draft.get('options.cronjob_enabled') === 1) return 'recurring';
  return draft.get('send_at_iso') ? 'at' : 'now';
}

export function When({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const { time_zone: timeZone } = useSession().customer;
  const kind = kindOf(draft);
  const isTested = useTested(draft) !== undefined;
  const isToSeveral = furtherOf(draft).length > 0;
  const isUnderWay = hasBegun(draft.stored);
  const own = ownTimeOf(draft);
  const hasHours = draft.get(WINDOW) !== null;
  const choose = (next: Kind) => {
    if (next === kind) return;
    const cronjob = draft.get('options.cronjob') ?? '0 9 * * 1';
    draft.set({
      type: next === 'after' ? 'autoresponder' : 'regular',
      'options.cronjob_enabled': next === 'recurring' ? 1 : 0,
      ...(next === 'recurring' && { 'options.cronjob': cronjob, send_at_iso: new Date().toISOString() }),
      ...(next === 'at' && { send_at_iso: tomorrowAtNine(timeZone) }),
      ...((next === 'now' || next === 'after') && { send_at_iso: null }),
      // Of a recurring one it is the time of the rule, which speaks of these clocks.
      ...(next === 'recurring' && own && toOwnTime({ ...own, time_zone: timeZone })),
      ...(next === 'after' && toOwnTime(undefined)),
    });
  };
  const fault = draft.faultOf('send_at_iso') ?? draft.faultOf('type');
  return (
    <Card title={t`When`}>
      <div className="stack" data-member="send_at">
        <RadioGroup aria-label={t`When`} value={kind} onChange={(value) => choose(value as Kind)}>
          <div className="stack close">
            <RadioChoice value="now" label={t`As soon as I press Send`} disabled={isUnderWay} />
            <RadioChoice value="at" label={t`At a set time`} disabled={isUnderWay} />
            <RadioChoice
              value="recurring"
              label={t`Recurring`}
              disabled={isTested || isUnderWay}
              description={
                isTested
                  ? t`Not available with an A/B test`
                  : t`A new email each time, with the latest content of feeds and tags`
              }
            />
            <RadioChoice
              value="after"
              label={t`After an event`}
              disabled={isTested || isToSeveral || (isUnderWay && kind !== 'after')}
              description={
                isTested
                  ? t`Not available with an A/B test`
                  : isToSeveral
                    ? t`Not available with several lists: it follows the people on one`
                    : t`To each person, some time after they subscribe, or open or get another campaign`
              }
            />
          </div>
        </RadioGroup>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        {kind === 'at' && <AtTime draft={draft} timeZone={timeZone} />}
        {kind === 'recurring' && <Recurring draft={draft} timeZone={timeZone} />}
        {kind === 'after' && <AfterEvent draft={draft} />}
        {kind !== 'after' && (
          <OwnTime
            draft={draft}
            isRecurring={kind === 'recurring'}
            why={
              isTested ? t`Not available with an A/B test` : hasHours ? t`Not available with certain hours` : undefined
            }
          />
        )}
        <Window draft={draft} why={own ? t`Not available with each recipient’s own time` : undefined} />
      </div>
    </Card>
  );
}

function AtTime({ draft, timeZone }: { draft: Draft; timeZone: string }) {
  const { t } = useLingui();
  const instant = draft.get('send_at_iso');
  const left = useLeft(instant === null ? undefined : Date.parse(instant));
  const isPast = left !== undefined && left < 0 && draft.stored.status === 'draft';
  return (
    <TimeField
      instant={instant}
      timeZone={timeZone}
      error={isPast ? t`This time has passed: it would be sent as soon as you press Send.` : undefined}
      onChange={(next) => draft.set({ send_at_iso: next })}
    />
  );
}

/** @returns ISO 8601 */
function tomorrowAtNine(timeZone: string): string {
  const tomorrow = localOfInstant(new Date(Date.now() + DAY_MS).toISOString(), timeZone);
  return instantOfLocal(`${tomorrow.slice(0, 10)}T09:00`, timeZone);
}
