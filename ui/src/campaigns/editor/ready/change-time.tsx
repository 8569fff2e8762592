// Another time for a campaign that waits for its own: it goes on waiting meanwhile, and is not
// changed where it has begun.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../api/accounts/session.ts';
import { answerOf, api } from '../../../api/client.ts';
import { DialogButton } from '../../../kit/dialog-button.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { Button } from '../../../kit/parts.tsx';
import type { Draft } from '../saving/use-draft.ts';
import { TimeField } from '../when/time-field.tsx';
import { useLeft } from './use-left.ts';

export function ChangeTime({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  return (
    <DialogButton label={t`Change the time…`} title={t`Change the time`} variant="default" isCompact>
      {(close) => <Time draft={draft} close={close} />}
    </DialogButton>
  );
}

function Time({ draft, close }: { draft: Draft; close: () => void }) {
  const { t } = useLingui();
  const { time_zone: timeZone } = useSession().customer;
  const [instant, setInstant] = useState(draft.stored.send_at_iso ?? null);
  const left = useLeft(instant === null ? undefined : Date.parse(instant));
  const isPast = left !== undefined && left <= 0;
  const change = useMutation({
    async mutationFn() {
      const params = { path: { campaign_uid: draft.uid } };
      const body = { send_at_iso: instant ?? undefined };
      await answerOf(api.POST('/campaigns/{campaign_uid}/send', { params, body }));
      await draft.reload();
    },
    onSuccess: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPast) change.mutate();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {change.error && <Notice tone="bad">{change.error.message}</Notice>}
      <TimeField
        instant={instant}
        timeZone={timeZone}
        error={isPast ? t`This time has passed.` : undefined}
        onChange={setInstant}
      />
      <div className="row">
        <Button type="submit" disabled={isPast} loading={change.isPending}>{t`Change the time`}</Button>
        <Button variant="default" onClick={close}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
