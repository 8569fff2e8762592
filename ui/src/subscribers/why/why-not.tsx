// Why this person did not get a campaign, or what became of it.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useSettled } from '../../kit/form/use-settled.ts';
import { Notice } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Choice } from '../../kit/parts.tsx';
import { type Explanation, useExplained } from './explained.ts';

const SHOWN = 30;

async function explanationIn(campaignUid: string, email: string): Promise<Explanation> {
  const params = { path: { campaign_uid: campaignUid }, query: { email } };
  return (await answerOf(api.GET('/campaigns/{campaign_uid}/explain', { params }))).data;
}

/**
 * Of an A/B test what its part says that the person is in; undefined: they are in that of the
 * winner, which is still to be found.
 */
async function explanationOf(parts: readonly string[], email: string): Promise<Explanation | undefined> {
  for (const part of parts) {
    const explanation = await explanationIn(part, email);
    if (explanation.cause !== 'other-part') return explanation;
  }
  return undefined;
}

export function WhyNot({ email, subscriberUid }: { email: string; subscriberUid: string }) {
  const { t } = useLingui();
  const explained = useExplained();
  const [campaignUid, setCampaign] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const campaigns = useQuery({
    queryKey: ['campaigns', 'mailings to choose from', search],
    queryFn: async () => {
      const query = { per_page: SHOWN, variants: 'no' as const, ...(search && { search }) };
      return (await answerOf(api.GET('/campaigns/overview', { params: { query } }))).data.records;
    },
  });
  const why = useQuery({
    queryKey: ['person', subscriberUid, 'why', campaignUid],
    enabled: campaignUid !== null,
    queryFn: async () => ({ explanation: await explanationOf(parts, email) }),
  });
  function choose(uid: string | null) {
    const chosen = campaigns.data?.find(({ campaign_uid }) => campaign_uid === uid);
    setParts(chosen?.ab_test?.parts?.map(({ campaign_uid }) => campaign_uid) ?? (uid === null ? [] : [uid]));
    setCampaign(uid);
  }
  return (
    <Card title={t`Why did they not get it?`}>
      <div className="stack">
        <Choice
          label={t`Campaign`}
          placeholder={t`Select a campaign`}
          searchable
          filter={({ options }) => options}
          query={campaigns}
          nothingFoundMessage={t`No campaign with this name`}
          data={(campaigns.data ?? []).map(({ campaign_uid, name }) => ({ value: campaign_uid, label: name }))}
          value={campaignUid}
          onChange={choose}
          onSearchChange={setTyped}
        />
        <div role="status">
          {why.error && <Notice tone="bad">{why.error.message}</Notice>}
          {why.data && (
            <p className="breaking">
              {why.data.explanation
                ? explained(why.data.explanation)
                : t`They are in the part of the list that gets the winner of the A/B test, once it is decided.`}
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}
