// One campaign: its editor until it begins, how it goes while it is sent, its report after.
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { campaignQuery } from './api/campaigns/campaigns.ts';
import { lazyPart } from './kit/load-part.ts';
import { Awaited } from './kit/notice.tsx';

const Editor = lazyPart(async () => (await import('./campaigns/editor/editor.tsx')).Editor);
const AbTestPanel = lazyPart(async () => (await import('./ab-tests/panel.tsx')).AbTestPanel);
const Live = lazyPart(async () => (await import('./campaigns/live/live.tsx')).Live);
const Report = lazyPart(async () => (await import('./reports/report.tsx')).Report);

export function Campaign() {
  const { campaignUid } = useParams({ from: '/shell/campaigns/$campaignUid' });
  const { data } = useSuspenseQuery(campaignQuery(campaignUid));
  const firstUid = data.tested_campaign_uid;
  const test = firstUid !== undefined && (
    <Suspense fallback={<Awaited />}>
      <AbTestPanel campaign={data} firstUid={firstUid} />
    </Suspense>
  );
  if (data.status === 'sent') return <Report campaign={data} test={test} />;
  const hasBegun = data.started_at_iso !== null && data.started_at_iso !== undefined;
  return hasBegun ? <Live campaign={data} test={test} /> : <Editor />;
}
