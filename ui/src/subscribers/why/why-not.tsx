// Why this person did not get a campaign, or what became of it.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useSettled } from '../../kit/form/use-settled.ts';
import { Notice } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Choice } from '../../kit/parts.tsx';
import { useExplained } from './explained.ts';

const SHOWN = 30;

export function WhyNot({ email, subscriberUid }: { email: string; subscriberUid: string }) {
  const { t } = useLingui();
  const explained = useExplained();
  const [campaignUid, setCampaign] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const campaigns = useQuery({
    queryKey: ['campaigns', 'to choose from', search],
    queryFn: async () => {
      const query = { per_page: SHOWN, ...(search && { search }) };
      return (await answerOf(api.GET('/campaigns/overview', { params: { query } }))).data.records;
    },
  });
  const why = useQuery({
    queryKey: ['person', subscriberUid, 'why', campaignUid],
    enabled: campaignUid !== null,
    queryFn: async () => {
      const params = { path: { campaign_uid: campaignUid ?? '' }, query: { email } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/explain', { params }))).data;
    },
  });
  return (
    <Card title={t`Why did they not get it?`}>
      <div className="stack">
        <Choice
          label={t`Campaign`}
          placeholder={t`Choose a campaign`}
          searchable
          filter={({ options }) => options}
          query={campaigns}
          nothingFoundMessage={t`No campaign of this name`}
          data={(campaigns.data ?? []).map(({ campaign_uid, name }) => ({ value: campaign_uid, label: name }))}
          value={campaignUid}
          onChange={setCampaign}
          onSearchChange={setTyped}
        />
        <div role="status">
          {why.error && <Notice tone="bad">{why.error.message}</Notice>}
          {why.data && <p className="breaking">{explained(why.data)}</p>}
        </div>
      </div>
    </Card>
  );
}
