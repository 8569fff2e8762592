// Ready? What stands in the way, what would be better, a test, and sending with its number.
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { audienceQuery } from '../../api/audience.ts';
import { type Campaign, campaignQuery, segmentOf } from '../../api/campaigns.ts';
import { answerOf, api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useFormat } from '../../api/use-format.ts';
import { Loading, Notice } from '../../kit/notice.tsx';
import { Button, Dialog, TextField } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.ts';
import { Checks } from './checks.tsx';
import type { Draft } from './use-draft.ts';

export function ReadyDialog({ stored, draft }: { stored: Campaign; draft: Draft }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useMay('edit');
  if (!mayEdit) return null;
  const open = async () => {
    if (await draft.save()) setOpen(true);
  };
  return (
    <>
      <Button onClick={() => void open()}>{t`Test and send…`}</Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="lg"
        title={t`Ready?`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <Ready stored={stored} onSent={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Ready({ stored, onSent }: { stored: Campaign; onSent: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const session = useSession();
  const maySend = useMay('send');
  const queryClient = useQueryClient();
  const uid = stored.campaign_uid;
  const params = { path: { campaign_uid: uid } };
  const audience = useQuery(audienceQuery(stored.list_uid ?? '', segmentOf(stored)?.segment_uid));
  const checks = useQuery({
    queryKey: ['campaign', uid, 'checks'],
    queryFn: async () => (await answerOf(api.GET('/campaigns/{campaign_uid}/checks', { params }))).data.records,
    staleTime: 0,
  });
  const [to, setTo] = useState(session.user.email);
  const test = useMutation({
    mutationFn: () => answerOf(api.POST('/campaigns/{campaign_uid}/test', { params, body: { emails: to } })),
    async onSuccess() {
      toast(t`The test is on its way to ${to}`);
      await checks.refetch();
    },
  });
  const send = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/campaigns/{campaign_uid}/send', {
          params,
          body: stored.send_at_iso ? { send_at_iso: stored.send_at_iso } : {},
        }),
      ),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: campaignQuery(uid).queryKey });
      onSent();
    },
  });
  const blocking = checks.data?.filter(({ state }) => state === 'blocking').length ?? 0;
  const gets = audience.data?.gets ?? 0;
  return (
    <div className="stack">
      {checks.isPending && <Loading label={t`Checking`} />}
      {checks.error && <Notice tone="bad">{checks.error.message}</Notice>}
      {checks.data && <Checks checks={checks.data} />}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate();
        }}
      >
        <TextField label={t`Send a test to`} type="email" value={to} onChange={(event) => setTo(event.target.value)} />
        <Button type="submit" variant="default" loading={test.isPending} style={{ alignSelf: 'end' }}>
          {t`Send test`}
        </Button>
      </form>
      {test.error && <Notice tone="bad">{test.error.message}</Notice>}
      {send.error && <Notice tone="bad">{send.error.message}</Notice>}
      <div className="row apart">
        <p className="quiet">
          {!maySend && <Trans>Your role may write, but not send.</Trans>}
          {maySend && blocking > 0 && <Trans>Sending waits until what is in the way is mended.</Trans>}
        </p>
        <Button
          disabled={!maySend || blocking > 0 || gets === 0}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {stored.send_at_iso
            ? t`Schedule for ${format.instant(Date.parse(stored.send_at_iso))}`
            : t`Send to ${format.number(gets)} now`}
        </Button>
      </div>
    </div>
  );
}
