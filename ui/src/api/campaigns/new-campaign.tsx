// How a campaign is begun on any screen: for which list, with what it begins with.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from '../../kit/form/form.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Choice, TextField } from '../../kit/parts.tsx';
import { answerOf, api, faultsOf } from '../client.ts';
import { listsQuery } from '../lists/lists.ts';

/** What the mail begins with; absent: nothing yet. */
export type BeginsWith = { templateUid: string } | { html: string } | { blocks: string };

/** The lists to choose from, the first being chosen, and the request that leads into the editor. */
function useNewCampaign(beginsWith?: BeginsWith) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A list that was made a moment ago must be among them, or the campaign would be without one.
  const lists = useQuery({ ...listsQuery, refetchOnMount: 'always' });
  const [chosen, choose] = useState<string | null>(null);
  const choices = lists.data?.records.map(({ general }) => ({ value: general.list_uid, label: general.name })) ?? [];
  const listUid = chosen ?? choices[0]?.value ?? null;
  const create = useMutation({
    async mutationFn(name: string) {
      // Whoever types faster than the lists come gets the first one, too.
      const uid =
        listUid ?? (await queryClient.fetchQuery({ ...listsQuery, staleTime: 0 })).records[0]?.general.list_uid;
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
    choices,
    listUid,
    choose,
    lists,
    hasNoList: lists.isSuccess && !lists.isFetching && choices.length === 0,
  };
}

function templateOf(of: BeginsWith) {
  if ('blocks' in of) return { blocks: of.blocks };
  return 'html' in of ? { content: of.html } : { template_uid: of.templateUid };
}

/** Its name and list are enough; the rest is written in the editor. */
export function NewCampaignForm({ of }: { of?: BeginsWith }) {
  const { t } = useLingui();
  const { create, faults, choices, listUid, choose, lists, hasNoList } = useNewCampaign(of);
  const [name, setName] = useState('');
  return (
    <Form onSubmit={() => create.mutate(name)} fault={create.error} submit={t`Write it`} isPending={create.isPending}>
      <TextField
        label={t`Name`}
        description={t`For you; nobody else sees it`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={faults['name']}
        onChange={(event) => setName(event.target.value)}
      />
      {hasNoList ? (
        <Notice tone="warn">{t`There is no list yet. You can write now, and choose a list later.`}</Notice>
      ) : (
        <Choice label={t`List`} query={lists} data={choices} value={listUid} onChange={choose} searchable />
      )}
    </Form>
  );
}
