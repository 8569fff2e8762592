// A new campaign that begins with a template.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, answerOf, api } from '../api/client.ts';
import { listsQuery } from '../api/lists.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form.tsx';
import { Notice } from '../kit/notice.tsx';
import { Choice, TextField } from '../kit/parts.tsx';

type Of = { templateUid: string } | { html: string };

export function NewCampaignWith({ name, of }: { name: string; of: Of }) {
  const { t } = useLingui();
  return (
    <DialogButton
      label={t`New campaign`}
      about={t`New campaign with ${name}`}
      title={t`New campaign with ${name}`}
      variant="default"
      isCompact
    >
      {() => <NewCampaignForm of={of} />}
    </DialogButton>
  );
}

function NewCampaignForm({ of }: { of: Of }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const lists = useQuery(listsQuery);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const choices = lists.data?.records.map(({ general }) => ({ value: general.list_uid, label: general.name })) ?? [];
  const listUid = chosen ?? choices[0]?.value ?? null;
  const create = useMutation({
    mutationFn: () => {
      const template = 'html' in of ? { content: of.html } : { template_uid: of.templateUid };
      const options = { url_tracking: 'yes' as const };
      const body = {
        name,
        status: 'draft' as const,
        template,
        options,
        ...(listUid !== null && { list_uid: listUid }),
      };
      return answerOf(api.POST('/campaigns', { body }));
    },
    async onSuccess({ campaign_uid }) {
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$campaignUid', params: { campaignUid: campaign_uid } });
    },
  });
  const fault = create.error instanceof ApiError ? create.error : undefined;
  return (
    <Form
      onSubmit={() => create.mutate()}
      fault={fault?.message ?? create.error?.message}
      submit={t`Write it`}
      isPending={create.isPending}
    >
      <TextField
        label={t`Name`}
        description={t`For you; nobody else sees it`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={fault?.fields['name']}
        onChange={(event) => setName(event.target.value)}
      />
      {lists.isSuccess && choices.length === 0 ? (
        <Notice tone="warn">{t`There is no list yet. You can write now, and choose a list later.`}</Notice>
      ) : (
        <Choice label={t`List`} data={choices} value={listUid} onChange={setChosen} searchable />
      )}
    </Form>
  );
}
