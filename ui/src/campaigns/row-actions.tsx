// What can be done with a campaign from the table.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import type { CampaignOverview } from '../api/campaigns/campaigns.ts';
import { answerOf, api } from '../api/client.ts';
import { Confirm } from '../kit/confirm-button.tsx';
import { Dialog, IconButton, Menu } from '../kit/parts.tsx';
import { RowMenu } from '../kit/row-menu.tsx';
import { toast } from '../kit/toast.ts';
import { usePause } from './pause-button.tsx';

const PAUSABLE: readonly string[] = ['pending-sending', 'processing', 'sending', 'paused'];

export function RowActions({ campaign }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [mayEdit, maySend] = [useMay('edit'), useMay('send')];
  const [isRemoving, setRemoving] = useState(false);
  const pause = usePause(campaign);
  const { campaign_uid: campaignUid, name, status, has_begun } = campaign;
  const isTested = campaign.ab_test?.letter === 'A';
  const params = { path: { campaign_uid: campaignUid } };
  const open = (uid: string) => navigate({ to: '/campaigns/$campaignUid', params: { campaignUid: uid } });
  const copy = useMutation({
    mutationFn: () => answerOf(api.POST('/campaigns/{campaign_uid}/copy', { params })),
    onError: (error) => toast(error.message, 'bad'),
    async onSuccess(answer) {
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await open(answer.campaign_uid);
    },
  });
  const remove = async () => {
    await answerOf(api.DELETE('/campaigns/{campaign_uid}', { params }));
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    toast(t`“${name}” is removed`);
  };
  const openLabel = status === 'sent' ? t`Report` : has_begun ? t`Watch` : t`Open`;
  return (
    <>
      <RowMenu
        button={(props) => (
          <IconButton {...props} variant="subtle" color="gray" aria-label={t`Actions for ${name}`}>
            ⋯
          </IconButton>
        )}
      >
        <Menu.Item onClick={() => void open(campaignUid)}>{openLabel}</Menu.Item>
        {mayEdit && <Menu.Item onClick={() => copy.mutate()}>{t`Copy`}</Menu.Item>}
        {maySend && PAUSABLE.includes(status) && (
          <Menu.Item onClick={() => pause.mutate()}>{status === 'paused' ? t`Go on sending` : t`Pause`}</Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item color="red" onClick={() => setRemoving(true)}>
            {t`Remove…`}
          </Menu.Item>
        )}
      </RowMenu>
      <Dialog
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title={t`Remove “${name}”?`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {isRemoving && (
          <Confirm
            label={t`Remove`}
            name={has_begun ? name : undefined}
            close={() => setRemoving(false)}
            onConfirm={remove}
          >
            {has_begun
              ? t`Its report goes with it: who got it, opened it and clicked. People stay on their list. This cannot be undone.`
              : t`What was written goes with it. This cannot be undone.`}
            {isTested && ` ${t`So do the other variants of its A/B test.`}`}
          </Confirm>
        )}
      </Dialog>
    </>
  );
}
