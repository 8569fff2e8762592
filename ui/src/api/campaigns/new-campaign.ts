// How a campaign is begun on any screen: for which list, with what it begins with.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, faultsOf } from '../client.ts';
import { listsQuery } from '../lists/lists.ts';

/** What the mail begins with; absent: nothing yet. */
export type BeginsWith = { templateUid: string } | { html: string } | { blocks: string };

/** The lists to choose from, the first being chosen, and the request that leads into the editor. */
export function useNewCampaign(beginsWith?: BeginsWith) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const lists = useQuery(listsQuery);
  const [chosen, choose] = useState<string | null>(null);
  const choices = lists.data?.records.map(({ general }) => ({ value: general.list_uid, label: general.name })) ?? [];
  const listUid = chosen ?? choices[0]?.value ?? null;
  const create = useMutation({
    mutationFn: (name: string) => {
      const body = {
        name,
        status: 'draft' as const,
        options: { url_tracking: 'yes' as const },
        ...(listUid !== null && { list_uid: listUid }),
        ...(beginsWith && { template: templateOf(beginsWith) }),
      };
      return answerOf(api.POST('/campaigns', { body }));
    },
    async onSuccess({ campaign_uid }) {
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$campaignUid', params: { campaignUid: campaign_uid } });
    },
  });
  return {
    create,
    faults: faultsOf(create.error),
    choices,
    listUid,
    choose,
    hasNoList: lists.isSuccess && choices.length === 0,
  };
}

function templateOf(of: BeginsWith) {
  if ('blocks' in of) return { blocks: of.blocks };
  return 'html' in of ? { content: of.html } : { template_uid: of.templateUid };
}
