// Of how many people the own time is known, and when the first and the last get the campaign.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { recipientTimesQuery } from '../../../api/campaigns/recipient-times.ts';
import { useFormat } from '../../../api/use-format.ts';
import type { Draft } from '../saving/use-draft.ts';

const ASK_AGAIN_MS = 500;

type OwnTimesProps = { draft: Draft; isRecurring: boolean; timeZone: string };

/** Asked anew when what it depends on is saved; of a recurring campaign about its next run. */
export function OwnTimesSentence({ draft, isRecurring, timeZone }: OwnTimesProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { uid, stored, saving } = draft;
  const { delivery, send_at_iso, list_uids, options } = stored;
  const rule = [options?.cronjob_enabled, options?.cronjob];
  const on = [delivery?.recipient_time_zone, send_at_iso, ...rule, list_uids, draft.get('segment_uid')];
  const isStored = saving.state === 'saved' && (delivery?.recipient_time_zone ?? null) !== null;
  const { data, error } = useQuery({
    ...recipientTimesQuery(uid, JSON.stringify(on)),
    enabled: isStored && draft.get('list_uid') !== '',
    refetchInterval: ({ state }) => (state.data?.times === null ? ASK_AGAIN_MS : false), // still being counted
  });
  if (draft.get('list_uid') === '' || saving.state === 'refused') return null;
  if (error) return <p className="small">{error.message}</p>;
  const { times, known, by_last_open: byHour, unknown, unreadable } = data ?? {};
  if (!data || !times || known == null || byHour == null || unknown == null)
    return (
      <p role="status" className="quiet">
        {t`Counting…`}
      </p>
    );
  const at = (text: string) => format.instant(Date.parse(text));
  const [first, last] = [times[0], times.at(-1)];
  const begins = Date.parse(data.begins_at);
  const passed = times.filter((one) => Date.parse(one.at) < begins).reduce((sum, { people }) => sum + people, 0);
  return (
    <div className="stack close" role="status">
      <p>
        <b>
          <Plural value={known} one="# person has a known time zone" other="# people have a known time zone" />
        </b>
        {byHour > 0 && (
          <>
            {' · '}
            <Plural
              value={byHour}
              one="# gets it at the hour of their last open"
              other="# get it at the hour of their last open"
            />
          </>
        )}
        {unknown > 0 && (
          <>
            {' · '}
            <Plural
              value={unknown}
              one={`# without one gets it in the time zone ${timeZone}`}
              other={`# without one get it in the time zone ${timeZone}`}
            />
          </>
        )}
        .
        {unreadable != null && unreadable > 0 && (
          <>
            {' '}
            <Plural
              value={unreadable}
              one="For # person, the field holds something that is not a time zone."
              other="For # people, the field holds something that is not a time zone."
            />
          </>
        )}
      </p>
      {first && last && first !== last && (
        <p>
          {isRecurring ? (
            <Trans>
              In the next run, the first people get it on {at(first.at)}, the last on {at(last.at)} (your time).
            </Trans>
          ) : (
            <Trans>
              The first people get it on {at(first.at)}, the last on {at(last.at)} (your time).
            </Trans>
          )}
        </p>
      )}
      {passed > 0 && (
        <p>
          <Plural
            value={passed}
            one="This time has already passed for # person: they get it immediately."
            other="This time has already passed for # people: they get it immediately."
          />
        </p>
      )}
      <p className="small">
        {isRecurring ? (
          <Trans>
            The next run starts on {at(data.begins_at)}, with the people and the content at that time. Later changes
            apply to the runs after it.
          </Trans>
        ) : (
          <Trans>
            It starts on {at(data.begins_at)}, with the people on the list at that time. After that, the time can no
            longer be changed.
          </Trans>
        )}
      </p>
    </div>
  );
}
