// How a campaign is begun on any screen: for which list, with what it begins with.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from '../../kit/form/form.tsx';
import { Notice } from '../../kit/notice.tsx';
import { TextField } from '../../kit/parts.tsx';
import { answerOf, api, faultsOf } from '../client.ts';
import { ListChoice } from '../lists/list-choice.tsx';
import { listNamesQuery } from '../lists/lists.ts';

/** What the mail begins with; absent: nothing yet. */
export type BeginsWith = { templateUid: string } | { html: string } | { blocks: string };

/** The lists to choose from, the first being chosen, and the request that leads into the editor. */
function useNewCampaign(beginsWith?: BeginsWith) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A list that was made a moment ago must be among them, or the campaign would be without one.
  const lists = useQuery({ ...listNamesQuery(), refetchOnMount: 'always' });
  const [chosen, choose] = useState<string | null>(null);
  const newest = lists.data?.named[0]?.uid;
  const listUid = chosen ?? newest ?? null;
  const create = useMutation({
    async mutationFn(name: string) {
      // Whoever types faster than the lists come gets the first one, too.
      const uid = listUid ?? (await queryClient.fetchQuery({ ...listNamesQuery(), staleTime: 0 })).named[0]?.uid;
      const body = {
        name,
        status: 'draft' as const,
        options: { url_tracking: 'yes' as const },
        ...(uid !== undefined && { list_uid: uid }),
        ...(beginsWith && { template: templateOf(beginsWith) }),
      };
      return answerOf(api.POST('/campaigns', { body }));
    },
    async onSuccess({ campaign_uid }) {
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      const params = { campaignUid: campaign_uid };
      await navigate({ to: '/campaigns/$campaignUid', params, ignoreBlocker: true });
    },
  });
  return {
    create,
    faults: faultsOf(create.error),
    listUid,
    choose,
    hasNoList: lists.isSuccess && !lists.isFetching && newest === undefined,
  };
}

function templateOf(of: BeginsWith) {
  if ('blocks' in of) return { blocks: of.blocks };
  return 'html' in of ? { content: of.html } : { template_uid: of.templateUid };
}

/** Its name and list are enough; the rest is written in the editor. */
export function NewCampaignForm({ of }: { of?: BeginsWith }) {
  const { t } = useLingui();
  const { create, faults, listUid, choose, hasNoList } = useNewCampaign(of);
  const [name, setName] = useState('');
  return (
    <Form onSubmit={() => create.mutate(name)} fault={create.error} submit={t`Create`} isPending={create.isPending}>
      <TextField
        label={t`Name`}
        description={t`For you only; recipients do not see it`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={faults['name']}
        onChange={(event) => setName(event.target.value)}
      />
      {hasNoList ? (
        <Notice tone="warn">{t`There is no list yet. You can write now and select a list later.`}</Notice>
      ) : (
        <ListChoice label={t`List`} value={listUid} onChange={choose} />
      )}
    </Form>
  );
}
