// Erases a person for good, after their address was typed.
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { Confirm } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Check } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';

type EraseProps = { listUid: string; subscriberUid: string; email: string };

export function EraseButton(props: EraseProps) {
  const { t } = useLingui();
  return (
    <DialogButton label={t`Erase…`} title={t`Erase everything about ${props.email}?`} variant="default">
      {(close) => <Erase {...props} close={close} />}
    </DialogButton>
  );
}

function Erase({ listUid, subscriberUid, email, close }: EraseProps & { close: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [keeps, setKeeps] = useState(true);
  const erase = async () => {
    const params = { path: { subscriber_uid: subscriberUid } };
    const body = { email, keep_suppressed: keeps ? ('yes' as const) : ('no' as const) };
    await answerOf(api.POST('/subscribers/{subscriber_uid}/erase', { params, body }));
    toast(t`Everything about ${email} was erased`);
    await navigate({ to: '/lists/$listUid', params: { listUid }, search: {} });
    queryClient.removeQueries({ queryKey: ['person', subscriberUid] });
    await queryClient.invalidateQueries({ queryKey: ['subscribers'] });
  };
  return (
    <div className="stack">
      <Check
        label={t`Never email this address again`}
        description={t`Only a hash of it is kept, so that it is recognized if it is imported again.`}
        checked={keeps}
        onChange={(event) => setKeeps(event.target.checked)}
      />
      <Confirm label={t`Erase for good`} name={email} close={close} onConfirm={erase}>
        {t`This removes the address from all lists, along with everything that identifies the person in emails, opens and clicks. Campaign figures stay as they are. This cannot be undone.`}
      </Confirm>
    </div>
  );
}
