// Whether each recipient gets it when their own clocks show the send time, or that of a run.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../api/accounts/session.ts';
import { type Field, fieldsQuery } from '../../../api/lists/fields.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Button, Choice, Toggle } from '../../../kit/parts.tsx';
import type { Name } from '../saving/members.ts';
import type { Draft } from '../saving/use-draft.ts';
import { OwnTimesSentence } from './own-times-sentence.tsx';

const OWN_TIME = 'delivery.recipient_time_zone';
export type OwnTimeMember = { field: string | null; last_open: 'yes' | 'no'; time_zone: string };

/** Types of fields whose value can name a zone. */
const ONE_TEXT: readonly string[] = ['text', 'dropdown', 'radiolist'];
const fits = ({ tag, type }: Field) => tag !== 'EMAIL' && ONE_TEXT.includes(type.identifier);

/** Undefined: all get it at the same instant. */
export function ownTimeOf(draft: Draft): OwnTimeMember | undefined {
  const text = draft.get(OWN_TIME);
  return text === null ? undefined : (JSON.parse(text) as OwnTimeMember);
}

/** The member with another value. */
export const toOwnTime = (next: OwnTimeMember | undefined) => ({ [OWN_TIME]: next ? JSON.stringify(next) : null });

type OwnTimeProps = { draft: Draft; isRecurring: boolean /** Why it cannot be chosen. */; why: string | undefined };

export function OwnTime({ draft, isRecurring, why }: OwnTimeProps) {
  const { t } = useLingui();
  const { time_zone } = useSession().customer;
  const listUid = draft.get('list_uid');
  const asked = useQuery(fieldsQuery(listUid));
  const fields = asked.data?.filter(fits);
  const own = ownTimeOf(draft);
  const set = (next: OwnTimeMember | undefined) => draft.set(toOwnTime(next));
  const begin = () => {
    const field = fields?.find(({ tag }) => /ZONE|^TZ/.test(tag))?.tag ?? null;
    set({ field, last_open: field === null ? 'yes' : 'no', time_zone });
  };
  const fault = draft.faultOf(OWN_TIME);
  const faultOfZone = draft.faultOf(`${OWN_TIME}.time_zone` as Name);
  const about = isRecurring
    ? t`When it is the time of the run where they are`
    : t`When it is the send time where they are`;
  return (
    <div className="stack" data-member={OWN_TIME}>
      <Toggle
        label={t`At each recipient’s own time`}
        description={why ?? about}
        checked={own !== undefined}
        disabled={own === undefined && (why !== undefined || asked.isLoading) /* it begins with a field */}
        onChange={({ target }) => (target.checked ? begin() : set(undefined))}
      />
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {own && <Sources own={own} set={set} draft={draft} fields={fields} />}
      {own && faultOfZone !== undefined && (
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="compact-sm" onClick={() => set({ ...own, time_zone })}>
              {t`Use ${time_zone}`}
            </Button>
          }
        >
          {faultOfZone}
        </Notice>
      )}
      {own && <OwnTimesSentence draft={draft} isRecurring={isRecurring} timeZone={own.time_zone} />}
    </div>
  );
}

type SourcesProps = {
  own: OwnTimeMember;
  set: (next: OwnTimeMember) => void;
  draft: Draft;
  /** Undefined until they are known. */
  fields: readonly Field[] | undefined;
};

function Sources({ own, set, draft, fields }: SourcesProps) {
  const { t } = useLingui();
  const listUid = draft.get('list_uid');
  const known = (fields ?? []).map(({ tag, label }) => ({ value: tag, label: `${label} [${tag}]` }));
  const isGone = own.field !== null && fields !== undefined && !known.some(({ value }) => value === own.field);
  const choices = [
    { value: '', label: t`No field` },
    ...known,
    ...(isGone && own.field !== null ? [{ value: own.field, label: `[${own.field}]` }] : []),
  ];
  return (
    <>
      <Choice
        label={t`Time zone field`}
        description={t`With values like Europe/Berlin or +02:00`}
        allowDeselect={false}
        data={choices}
        value={own.field ?? ''}
        error={draft.faultOf(`${OWN_TIME}.field` as Name)}
        onChange={(tag) => {
          const field = tag === '' ? null : tag;
          set({ ...own, field, last_open: field === null ? 'yes' : own.last_open });
        }}
      />
      {listUid !== '' && fields?.length === 0 && (
        <p className="small">
          <Trans>
            The list has no field for this yet. Add one of the type text to{' '}
            <Link to="/lists/$listUid/fields" params={{ listUid }}>
              its fields
            </Link>
            , and fill it when people subscribe or are imported.
          </Trans>
        </p>
      )}
      <Toggle
        label={t`Others at the hour of their last open`}
        description={t`At the hour they last read an email from the list, within a day after the send time`}
        checked={own.last_open === 'yes'}
        disabled={own.field === null}
        error={draft.faultOf(`${OWN_TIME}.last_open` as Name)}
        onChange={({ target }) => set({ ...own, last_open: target.checked ? 'yes' : 'no' })}
      />
    </>
  );
}
