// A new campaign: its name and list are enough; the rest is written in the editor.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, answerOf, api } from '../api/client.ts';
import { listsQuery } from '../api/lists.ts';
import { useMay } from '../api/session.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Notice } from '../kit/notice.tsx';
import { Button, Choice, TextField } from '../kit/parts.tsx';

export function NewCampaign() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  return (
    <DialogButton
      label={t`New campaign`}
      anchor="new-campaign"
      why={mayEdit ? undefined : t`Your role may look, but not change anything.`}
    >
      {() => <NewCampaignForm />}
    </DialogButton>
  );
}

function NewCampaignForm() {
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
      const body = {
        name,
        list_uid: listUid ?? '',
        status: 'draft' as const,
        options: { url_tracking: 'yes' as const },
      };
      return answerOf(api.POST('/campaigns', { body }));
    },
    async onSuccess({ campaign_uid }) {
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$campaignUid', params: { campaignUid: campaign_uid } });
    },
  });
  const fault = create.error instanceof ApiError ? create.error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {fault && <Notice tone="bad">{fault.message}</Notice>}
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
        <Notice tone="warn">{t`Make a list first: a campaign goes to the people of a list.`}</Notice>
      ) : (
        <Choice label={t`List`} data={choices} value={listUid} onChange={setChosen} searchable />
      )}
      <Button type="submit" loading={create.isPending} disabled={listUid === null}>
        {t`Write it`}
      </Button>
    </form>
  );
}
