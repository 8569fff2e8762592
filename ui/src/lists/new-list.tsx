// A new list: its name, whom its mail comes from, and how people get on it.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { profileQuery } from '../api/accounts/profile.ts';
import { useMay, useSession } from '../api/accounts/session.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { Loading } from '../kit/notice.tsx';
import { TextField } from '../kit/parts.tsx';
import { OptIn } from './opt-in.tsx';

export function NewList() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  // A company that nobody has written down has a name that readers would not know.
  const profile = useQuery(profileQuery);
  return (
    <DialogButton
      label={t`New list`}
      anchor="new-list"
      why={mayEdit ? undefined : t`Your role can view, but not change anything.`}
    >
      {() =>
        profile.isPending ? (
          <Loading label={t`Loading the company`} />
        ) : (
          <NewListForm isNamed={profile.data?.has_address ?? true} />
        )
      }
    </DialogButton>
  );
}

/** They have the value of a field, and its faults. */
const ECHOES = ['general.description', 'defaults.reply_to'];

function NewListForm({ isNamed }: { isNamed: boolean }) {
  const { t } = useLingui();
  const { user, customer } = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [form, setForm] = useState({ name: '', from_name: undefined as string | undefined, from_email: user.email });
  const shown = { ...form, from_name: form.from_name ?? (isNamed ? customer.name : user.name) };
  const [optIn, setOptIn] = useState<'double' | 'single'>('double');
  const create = useMutation({
    mutationFn: () => {
      const { name, from_name, from_email } = shown;
      const general = { name, description: name, opt_in: optIn };
      const defaults = { from_name, from_email, reply_to: from_email };
      return answerOf(api.POST('/lists', { body: { general, defaults } }));
    },
    async onSuccess({ list_uid }) {
      await queryClient.invalidateQueries({ queryKey: ['lists'] });
      await navigate({ to: '/lists/$listUid', params: { listUid: list_uid }, ignoreBlocker: true });
    },
  });
  const fields = faultsOf(create.error);
  const field = (name: keyof typeof form, member: string) => ({
    value: shown[name],
    error: fields[member],
    required: true,
    withAsterisk: false,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return (
    <Form
      onSubmit={() => create.mutate()}
      fault={create.error}
      echoes={ECHOES}
      submit={t`Create list`}
      isPending={create.isPending}
    >
      <TextField label={t`Name`} data-autofocus autoFocus {...field('name', 'general.name')} />
      <TextField label={t`From name`} {...field('from_name', 'defaults.from_name')} />
      <TextField label={t`From address`} type="email" {...field('from_email', 'defaults.from_email')} />
      <OptIn value={optIn} onChange={setOptIn} />
    </Form>
  );
}
