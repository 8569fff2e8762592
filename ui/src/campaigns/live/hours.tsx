// The hours of a campaign that has begun: changed at any time, also while it goes.
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay, useSession } from '../../api/accounts/session.ts';
import { answerOf, api } from '../../api/client.ts';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Awaited } from '../../kit/notice.tsx';
import { Button, Toggle } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.ts';
import { Hours, type SendingWindow, USUAL } from '../editor/when/window.tsx';
import { deliveryQuery } from './queries.ts';

export function HoursButton({ campaignUid }: { campaignUid: string }) {
  const { t } = useLingui();
  const maySend = useMay('send');
  const { data, isLoading } = useQuery(deliveryQuery(campaignUid));
  if (isLoading) return <Awaited />;
  if (!maySend || !data || data.recipient_time_zone !== null) return null;
  return (
    <DialogButton label={t`Hours…`} title={t`Sending hours`} variant="default" anchor="hours">
      {(close) => <HoursForm campaignUid={campaignUid} stored={data.sending_window} close={close} />}
    </DialogButton>
  );
}

type FormProps = { campaignUid: string; stored: SendingWindow | null; close: () => void };

function HoursForm({ campaignUid, stored, close }: FormProps) {
  const { t } = useLingui();
  const { time_zone } = useSession().customer;
  const client = useQueryClient();
  const [window, setWindow] = useState(stored);
  const save = useMutation({
    async mutationFn() {
      const params = { path: { campaign_uid: campaignUid } };
      await answerOf(api.PUT('/campaigns/{campaign_uid}/delivery', { params, body: { sending_window: window } }));
      await client.invalidateQueries({ queryKey: ['campaign', campaignUid] });
    },
    onSuccess() {
      toast(window ? t`The sending hours were changed` : t`It can now be sent at any time`);
      close();
    },
  });
  const isLate = window !== null && window.to <= window.from;
  return (
    <Form
      onSubmit={() => save.mutate()}
      fault={save.error}
      submit={t`Save`}
      isPending={save.isPending}
      isDisabled={isLate}
      beside={<Button variant="subtle" onClick={close}>{t`Cancel`}</Button>}
    >
      <Toggle
        label={t`Only at certain hours`}
        description={t`Outside these hours the campaign waits, then continues automatically`}
        checked={window !== null}
        onChange={({ target }) => setWindow(target.checked ? { ...USUAL, time_zone } : null)}
      />
      {window && (
        <Hours
          window={window}
          set={setWindow}
          faultOf={(name) => (name === 'to' && isLate ? t`The end must be later than the start.` : undefined)}
        >
          <Trans>This takes effect right away. Emails already on their way still go out.</Trans>
        </Hours>
      )}
    </Form>
  );
}
