// A new sending domain; its DNS records stand in the same dialog afterwards.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../api/accounts/session.ts';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { domainsQuery } from '../api/campaigns/sending.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { Form } from '../kit/form/form.tsx';
import { TextField } from '../kit/parts.tsx';
import { DomainRecords } from './domain-records.tsx';

export function NewDomain() {
  const { t } = useLingui();
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [name, setName] = useState(user.email.slice(user.email.lastIndexOf('@') + 1));
  const create = useMutation({
    mutationFn: () => answerOf(api.POST('/sending-domains', { body: { name: name.trim() } })),
    onSuccess: () => {
      for (const { queryKey } of [domainsQuery, checklistQuery]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  if (create.isSuccess) return <DomainRecords domainUid={create.data.domain_uid} />;
  return (
    <Form onSubmit={() => create.mutate()} fault={create.error} submit={t`Add domain`} isPending={create.isPending}>
      <TextField
        label={t`Domain`}
        description={t`The part after the @ in the address you send from`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={faultsOf(create.error)['name']}
        onChange={(event) => setName(event.target.value)}
      />
    </Form>
  );
}
