// One campaign: its editor until it begins, how it goes while it is sent, its report after.
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { campaignQuery } from './api/campaigns.ts';
import { Editor } from './campaigns/editor/editor.tsx';
import { Live } from './campaigns/live.tsx';
import { Report } from './reports/report.tsx';

export function Campaign() {
  const { campaignUid } = useParams({ from: '/shell/campaigns/$campaignUid' });
  const { data } = useSuspenseQuery(campaignQuery(campaignUid));
  if (data.status === 'sent') return <Report campaign={data} />;
  const hasBegun = data.started_at_iso !== null && data.started_at_iso !== undefined;
  return hasBegun ? <Live campaign={data} /> : <Editor />;
}
