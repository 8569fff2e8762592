// The tags of a list.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { Form } from '../kit/form/form.tsx';
import { TextField } from '../kit/parts.tsx';
import { tagsOf } from '../kit/tags.tsx';

type TagsFormProps = { listUid: string; tags: readonly string[]; close: () => void };

export function TagsForm({ listUid, tags, close }: TagsFormProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(tags.join(', '));
  const save = useMutation({
    mutationFn: () => {
      const params = { path: { list_uid: listUid } };
      return answerOf(api.PUT('/lists/{list_uid}', { params, body: { general: { tags: tagsOf(typed) } } }));
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['lists'] });
      close();
    },
  });
  return (
    <Form onSubmit={() => save.mutate()} fault={save.error} submit={t`Save`} isPending={save.isPending}>
      <TextField
        label={t`Tags`}
        description={t`Words to group lists by, separated by commas`}
        data-autofocus
        value={typed}
        error={faultsOf(save.error)['general.tags']}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Form>
  );
}
