// Blocks one address.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api, faultsOf } from '../../api/client.ts';
import { Form } from '../../kit/form/form.tsx';
import { TextField } from '../../kit/parts.tsx';
import { BY_HAND } from './reasons.ts';

export function NewSuppression({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [detail, setDetail] = useState('');
  const block = useMutation({
    mutationFn: () => answerOf(api.POST('/suppressions', { body: { email, detail: detail || BY_HAND } })),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['suppressions'] });
      onDone();
    },
  });
  const faults = faultsOf(block.error);
  return (
    <Form onSubmit={() => block.mutate()} fault={block.error} submit={t`Block`} isPending={block.isPending}>
      <TextField
        label={t`Address`}
        required
        withAsterisk={false}
        data-autofocus
        error={faults['email']}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={t`Why (optional)`}
        description={t`For anyone who reads the list later.`}
        error={faults['detail']}
        value={detail}
        onChange={(event) => setDetail(event.target.value)}
      />
    </Form>
  );
}
