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
          <DialogButton label={t`Decide…`} title={t`What should happen to them?`} variant="default">
            {(close) => <Decide campaignUid={campaignUid} close={close} />}
          </DialogButton>
        )
      }
    >
      <b>
        <Plural value={count} one="# message is held." other="# messages are held." />
      </b>{' '}
      <Trans>
        They were handed to a mail server, but no answer came back: only that server knows whether it has them. They are
        not sent again automatically, so that no one gets two. An open, a click, or returned mail settles the matter for
        a message.
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
      toast(t`Decision applied`);
      close();
      await queryClient.invalidateQueries({ queryKey: ['campaign', campaignUid] });
    },
  });
  return (
    <Form
      submit={t`Apply`}
      isPending={settle.isPending}
      isDisabled={choice === ''}
      fault={settle.error}
      onSubmit={() => choice !== '' && settle.mutate(choice)}
    >
      <RadioGroup label={t`All held messages`} value={choice} onChange={(value) => setChoice(value as Choice)}>
        <div className="stack close choices">
          <RadioChoice
            value="accept"
            label={t`They arrived`}
            description={t`They count as accepted. Choose this if the mail server’s log says so. Nothing is sent.`}
          />
          <RadioChoice
            value="resend"
            label={t`Send them again`}
            description={t`People who got the first one get it twice.`}
          />
          <RadioChoice
            value="skip"
            label={t`Give up on them`}
            description={t`No one gets it twice, and people who did not get the first one get nothing.`}
          />
        </div>
      </RadioGroup>
    </Form>
  );
}
