// Shares a report: by a link for whoever has it, or printed, which makes a PDF.

import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../api/accounts/session.ts';
import { reportLinkQuery } from '../api/campaigns/reports.ts';
import { answerOf, api } from '../api/client.ts';
import { Copyable } from '../kit/copy-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { useOnce } from '../kit/form/use-once.ts';
import { Loading, Notice, Refused } from '../kit/notice.tsx';
import { Button } from '../kit/parts.tsx';

export function Share({ campaignUid }: { campaignUid: string }) {
  const { t } = useLingui();
  return (
    <>
      <Button variant="default" onClick={() => window.print()}>
        {t`Print`}
      </Button>
      <DialogButton label={t`Share…`} title={t`Share this report`} variant="default">
        {() => <Link campaignUid={campaignUid} />}
      </DialogButton>
    </>
  );
}

function Link({ campaignUid: campaign_uid }: { campaignUid: string }) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const queryClient = useQueryClient();
  const link = useQuery(reportLinkQuery(campaign_uid));
  const once = useOnce();
  const params = { path: { campaign_uid } };
  const done = { onSuccess: () => queryClient.invalidateQueries(reportLinkQuery(campaign_uid)) };
  const share = useMutation({
    mutationFn: () => answerOf(api.POST('/campaigns/{campaign_uid}/report-link', { params })),
    ...done,
  });
  const unshare = useMutation({
    mutationFn: () => answerOf(api.DELETE('/campaigns/{campaign_uid}/report-link', { params })),
    ...done,
  });
  const fault = link.error ?? share.error ?? unshare.error;
  if (link.isPending) return <Loading label={t`Loading the link`} lines={2} />;
  if (link.data === undefined) return <Refused query={link} />;
  return (
    <div className="stack">
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      <p>{t`Anyone with the link sees the figures and how many people clicked each link, always up to date. Nothing about the people themselves is shown.`}</p>
      {link.data && <Copyable text={link.data} of={t`the link`} />}
      {mayEdit ? (
        <div className="row">
          {link.data ? (
            <>
              <Button variant="default" loading={unshare.isPending} onClick={() => unshare.mutate()}>
                {t`Revoke link`}
              </Button>
              <span className="small">{t`It stops working immediately; sharing again creates a new one.`}</span>
            </>
          ) : (
            <Button loading={share.isPending} onClick={() => once('share', share.mutateAsync)}>
              {t`Create link`}
            </Button>
          )}
        </div>
      ) : (
        !link.data && (
          <p className="quiet">{t`This report is not shared. People with the role “Editor” can share it.`}</p>
        )
      )}
    </div>
  );
}
