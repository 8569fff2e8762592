// The form of a new campaign: its name and list are enough; the rest is written in the editor.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form } from '../../kit/form/form.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Choice, TextField } from '../../kit/parts.tsx';
import { type BeginsWith, useNewCampaign } from './new-campaign.ts';

export function NewCampaignForm({ of }: { of?: BeginsWith }) {
  const { t } = useLingui();
  const { create, faults, choices, listUid, choose, hasNoList } = useNewCampaign(of);
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
        <Choice label={t`List`} data={choices} value={listUid} onChange={choose} searchable />
      )}
    </Form>
  );
}
