// Messages of which nobody knows whether they arrived: what that means, and deciding about them.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/accounts/session.ts';
import { answerOf, api } from '../../api/client.ts';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Notice } from '../../kit/notice.tsx';
import { RadioChoice, RadioGroup } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.ts';

type Choice = 'accept' | 'resend' | 'skip';

export function Held({ campaignUid, count }: { campaignUid: string; count: number }) {
  const { t } = useLingui();
  const maySend = useMay('send');
  return (
    <Notice
      tone="warn"
      action={
        maySend && (
          <DialogButton label={t`Decide…`} title={t`What becomes of them?`} variant="default">
            {(close) => <Decide campaignUid={campaignUid} close={close} />}
          </DialogButton>
        )
      }
    >
      <b>
        <Plural value={count} one="# message is held." other="# messages are held." />
      </b>{' '}
      <Trans>
        They were handed to a mail server, and no answer came: only it knows whether it has them. They are not sent
        again by themselves, so that nobody gets two. An open, a click or a returned mail settles one.
      </Trans>
    </Notice>
  );
}

function Decide({ campaignUid, close }: { campaignUid: string; close: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState<Choice | ''>('');
  const settle = useMutation({
    mutationFn: (chosen: Choice) => {
      const params = { path: { campaign_uid: campaignUid } };
      return answerOf(api.POST('/campaigns/{campaign_uid}/settle-uncertain', { params, body: { choice: chosen } }));
    },
    async onSuccess() {
      toast(t`It is decided`);
      close();
      await queryClient.invalidateQueries({ queryKey: ['campaign', campaignUid] });
    },
  });
  return (
    <Form
      submit={t`Decide so`}
      isPending={settle.isPending}
      isDisabled={choice === ''}
      fault={settle.error}
      onSubmit={() => choice !== '' && settle.mutate(choice)}
    >
      <RadioGroup label={t`All that are held`} value={choice} onChange={(value) => setChoice(value as Choice)}>
        <div className="stack close choices">
          <RadioChoice
            value="accept"
            label={t`They arrived`}
            description={t`They count as accepted. Right where the mail server's log says so. Nothing is sent.`}
          />
          <RadioChoice value="resend" label={t`Send them once more`} description={t`Who has the first one gets two.`} />
          <RadioChoice
            value="skip"
            label={t`Give them up`}
            description={t`Nobody gets two, and who did not get the first one gets none.`}
          />
        </div>
      </RadioGroup>
    </Form>
  );
}
