// A new campaign: its name and list are enough; the rest is written in the editor.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { useNewCampaign } from '../api/campaigns/new-campaign.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { Notice } from '../kit/notice.tsx';
import { Choice, TextField } from '../kit/parts.tsx';

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
  const { create, faults, choices, listUid, choose, hasNoList } = useNewCampaign();
  const [name, setName] = useState('');
  return (
    <Form
      onSubmit={() => create.mutate(name)}
      fault={create.error}
      submit={t`Write it`}
      isPending={create.isPending}
      isDisabled={listUid === null}
    >
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
        <Notice tone="warn">{t`Make a list first: a campaign goes to the people of a list.`}</Notice>
      ) : (
        <Choice label={t`List`} data={choices} value={listUid} onChange={choose} searchable />
      )}
    </Form>
  );
}
