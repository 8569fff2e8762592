// One campaign: its editor until it begins, how it goes while it is sent, its report after.
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Campaign as CampaignRecord, campaignQuery } from './api/campaigns.ts';
import { Editor } from './campaigns/editor/editor.tsx';
import { Live } from './campaigns/live.tsx';
import { Report } from './reports/report.tsx';

const ASK_EVERY_MS = 1_000;

export function Campaign() {
  const { campaignUid } = useParams({ from: '/shell/campaigns/$campaignUid' });
  const { data } = useSuspenseQuery({
    ...campaignQuery(campaignUid),
    refetchInterval: ({ state }) => (state.data && isAboutToChange(state.data) ? ASK_EVERY_MS : false),
  });
  if (data.status === 'sent') return <Report campaign={data} />;
  const hasBegun = data.started_at_iso !== null && data.started_at_iso !== undefined;
  return hasBegun ? <Live campaign={data} /> : <Editor />;
}

/** Whether it begins or ends by itself within seconds. */
function isAboutToChange({ status, send_at_iso: at }: CampaignRecord): boolean {
  if (status === 'sending' || status === 'processing') return true;
  return status === 'pending-sending' && (!at || Date.parse(at) < Date.now() + 5_000);
}
