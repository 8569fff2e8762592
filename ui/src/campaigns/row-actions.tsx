// What can be done with a campaign from the table.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { automationsQuery } from '../api/campaigns/automations.ts';
import { type CampaignOverview, setPaused, usePause } from '../api/campaigns/campaigns.ts';
import { answerOf, api } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmDialog } from '../kit/confirm-button.tsx';
import { IconButton, Menu } from '../kit/parts.tsx';
import { RowMenu } from '../kit/row-menu.tsx';
import { toast } from '../kit/toast.ts';

const SENDING: readonly string[] = ['processing', 'sending'];
const PAUSABLE: readonly string[] = ['pending-sending', 'processing', 'sending', 'paused'];

export function RowActions({ campaign }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [mayEdit, maySend] = [useMay('edit'), useMay('send')];
  const [isRemoving, setRemoving] = useState(false);
  const [isLate, setLate] = useState(false);
  const { campaign_uid: campaignUid, name, status, has_begun } = campaign;
  const pause = usePause(campaignUid, status !== 'paused');
  const isTested = campaign.ab_test !== null;
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
    // What is being sent is not removed; paused it is.
    if (maySend && SENDING.includes(status)) await setPaused(campaignUid, true);
    await answerOf(api.DELETE('/campaigns/{campaign_uid}', { params }));
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    toast(t`“${name}” was removed`);
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
          <Menu.Item onClick={() => (wouldGoAtOnce(campaign) ? setLate(true) : pause.mutate())}>
            {status === 'paused' ? t`Resume` : t`Pause`}
          </Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item color="red" onClick={() => setRemoving(true)}>
            {t`Remove…`}
          </Menu.Item>
        )}
      </RowMenu>
      <LateBegin campaign={campaign} isOpen={isLate} close={() => setLate(false)} goOn={() => pause.mutateAsync()} />
      <ConfirmDialog
        title={t`Remove “${name}”?`}
        isOpen={isRemoving}
        close={() => setRemoving(false)}
        label={t`Remove`}
        name={has_begun ? name : undefined}
        onConfirm={remove}
      >
        {has_begun
          ? t`Its report is removed as well: who got it, opened it, and clicked. People stay on their list. This cannot be undone.`
          : t`Its content is removed as well. This cannot be undone.`}
        {isTested && ` ${t`All parts of the A/B test are removed as well.`}`}
        <Followers campaign={campaign} />
      </ConfirmDialog>
    </>
  );
}

/** Which autoresponders its removal leaves without an event. */
function Followers({ campaign: { campaign_uid: uid, list } }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const automations = useQuery({ ...automationsQuery(list?.list_uid ?? ''), enabled: list !== null });
  const chains = automations.data?.records.filter(({ campaign }) => campaign?.campaign_uid === uid) ?? [];
  const steps = chains.flatMap((chain) => chain.steps).filter((step) => step.campaign.status !== 'sent');
  const names = steps.map((step) => step.campaign.name).join(', ');
  return names === '' ? null : ` ${t`Emails that follow it will no longer be sent to anyone: ${names}.`}`;
}

/** Whether it was paused before it began, and its time has passed since. */
function wouldGoAtOnce({ status, type, has_begun, is_recurring, send_at }: CampaignOverview): boolean {
  const isWaiting = status === 'paused' && type === 'regular' && !has_begun && !is_recurring;
  return isWaiting && send_at !== null && Date.parse(send_at) < Date.now();
}

type LateProps = { campaign: CampaignOverview; isOpen: boolean; close: () => void; goOn: () => Promise<unknown> };

/** Asks before it goes to everybody at another time than was planned. */
function LateBegin({ campaign: { name, send_at }, isOpen, close, goOn }: LateProps) {
  const { t } = useLingui();
  const format = useFormat();
  const time = send_at === null ? '' : format.instant(Date.parse(send_at));
  return (
    <ConfirmDialog title={t`Send “${name}” now?`} isOpen={isOpen} close={close} label={t`Send now`} onConfirm={goOn}>
      {t`It was paused before it started, and its send time has passed: ${time}. To send it later, open it and move it back to draft.`}
    </ConfirmDialog>
  );
}
