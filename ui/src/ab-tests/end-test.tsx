// Ends an A/B test without a winner: whoever got no variant gets nothing.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AbTest } from '../api/campaigns/ab-tests.ts';
import { endCampaign } from '../api/campaigns/campaigns.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { toast } from '../kit/toast.ts';

export function EndTest({ test }: { test: AbTest }) {
  const { t } = useLingui();
  return (
    <DialogButton
      label={t`End without a winner…`}
      title={t`End the test without a winner?`}
      variant="default"
      isCompact
    >
      {(close) => <Ending test={test} close={close} />}
    </DialogButton>
  );
}

function Ending({ test, close }: { test: AbTest; close: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => endCampaign(test.campaign_uid),
    async onSuccess() {
      toast(t`The test has ended: nothing more is sent`);
      close();
      await queryClient.invalidateQueries({ queryKey: ['campaign', test.campaign_uid, 'ab-test'] });
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  return (
    <Form submit={t`End the test`} isPending={end.isPending} fault={end.error} onSubmit={() => end.mutate()}>
      <p>{t`People who got no variant yet get nothing. This cannot be undone.`}</p>
    </Form>
  );
}
