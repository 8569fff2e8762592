// Hands a mail of the test inbox to a relay, which sends it to its recipient.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { relaysQuery } from '../api/campaigns/sending.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import type { WholeTestMail } from '../api/inbox.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { Choice } from '../kit/parts.tsx';
import { State, type Tone } from '../kit/state.tsx';
import { toast } from '../kit/toast.ts';

/** That of the configuration, which takes everything by itself. */
const CONFIGURED = '0';

/** Nothing for a mail that may have left. */
export function Release({ mail }: { mail: WholeTestMail }) {
  const { t } = useLingui();
  const relays = useQuery(relaysQuery);
  const offered = (relays.data ?? []).filter(({ server_id }) => server_id !== CONFIGURED);
  if (!relays.data || (mail.release !== null && mail.release !== 'deferred' && mail.release !== 'rejected'))
    return null;
  return (
    <DialogButton
      label={t`Release…`}
      title={t`Send this email to its recipient?`}
      variant="default"
      why={offered.length === 0 ? t`To release it, add a relay under Deliverability.` : undefined}
    >
      {(close) => <Dialog mail={mail} relays={offered} close={close} />}
    </DialogButton>
  );
}

type DialogProps = { mail: WholeTestMail; relays: { server_id: string; name: string }[]; close: () => void };

function Dialog({ mail, relays, close }: DialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(relays[0]?.server_id ?? null);
  const release = useMutation({
    mutationFn: () => {
      const params = { path: { mail_id: mail.mail_id } };
      return answerOf(api.POST('/test-inbox/{mail_id}/release', { params, body: { server_id: chosen ?? '' } }));
    },
    onSuccess({ data: { record } }) {
      if (record.release === 'accepted') toast(t`The relay accepted the email to ${record.to}.`, 'good');
      close();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['test-inbox'] }),
  });
  return (
    <Form
      onSubmit={() => release.mutate()}
      fault={release.error}
      submit={t`Send to ${mail.to}`}
      isPending={release.isPending}
    >
      <p>{t`It is sent as it is, only once. Its links and its tracking pixel count like those of any email.`}</p>
      <Choice
        label={t`Relay`}
        value={chosen}
        data={relays.map(({ server_id, name }) => ({ value: server_id, label: name }))}
        error={faultsOf(release.error)['server_id']}
        onChange={setChosen}
        allowDeselect={false}
      />
    </Form>
  );
}

/** What came of a release; nothing when there was none. */
export function Released({ release }: Pick<WholeTestMail, 'release'>) {
  const { t } = useLingui();
  const states: Record<NonNullable<typeof release>, { name: string; tone: Tone }> = {
    going: { name: t`Releasing`, tone: 'moving' },
    accepted: { name: t`Released`, tone: 'good' },
    deferred: { name: t`Deferred by the relay`, tone: 'held' },
    rejected: { name: t`Refused by the relay`, tone: 'bad' },
    uncertain: { name: t`May have been sent`, tone: 'held' },
  };
  if (release === null) return null;
  const { name, tone } = states[release];
  return <State tone={tone}>{name}</State>;
}
