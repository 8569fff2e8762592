// One campaign: its editor until it begins, how it goes while it is sent, its report after. What is
// under way has its report as well, and its editor while it is paused.
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { campaignQuery } from './api/campaigns/campaigns.ts';
import { hasBegun } from './api/campaigns/drafts.ts';
import { lazyPart } from './kit/load-part.ts';
import { Awaited } from './kit/notice.tsx';

const Editor = lazyPart(async () => (await import('./campaigns/editor/editor.tsx')).Editor);
const AbTestPanel = lazyPart(async () => (await import('./ab-tests/panel.tsx')).AbTestPanel);
const Live = lazyPart(async () => (await import('./campaigns/live/live.tsx')).Live);
const Report = lazyPart(async () => (await import('./reports/report.tsx')).Report);

const BEGINNING_MS = 1_500;

export function Campaign() {
  const { campaignUid } = useParams({ from: '/shell/campaigns/$campaignUid' });
  const { view } = useSearch({ from: '/shell/campaigns/$campaignUid' });
  const { data } = useSuspenseQuery({
    ...campaignQuery(campaignUid),
    // An autoresponder begins a moment after its status says so, and nothing tells that.
    refetchInterval: ({ state: { data: now } }) =>
      now?.type === 'autoresponder' && now.status === 'sending' && !hasBegun(now) ? BEGINNING_MS : false,
  });
  const firstUid = data.tested_campaign_uid;
  const test = firstUid !== undefined && (
    <Suspense fallback={<Awaited />}>
      <AbTestPanel campaign={data} firstUid={firstUid} />
    </Suspense>
  );
  if (data.status === 'sent' || (hasBegun(data) && view === 'report')) return <Report campaign={data} test={test} />;
  const isEdited = view === 'edit' && data.status === 'paused' && firstUid === undefined;
  return hasBegun(data) && !isEdited ? <Live campaign={data} test={test} /> : <Editor />;
}
