// Keys of programs: what each may do; making and revoking them.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, keysQuery } from '../api/accounts/keys.ts';
import { useRoleNames, useRoleRights } from '../api/accounts/roles.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { instantOfUtc } from '../kit/format.ts';
import { Empty, Notice } from '../kit/notice.tsx';
import { Choice, TextField } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { OwnersOnly } from './owners-only.tsx';

const SCOPES = ['owner', 'sender', 'editor', 'viewer'] as const;

export function Keys() {
  return (
    <OwnersOnly>
      <KeysTable />
    </OwnersOnly>
  );
}

function KeysTable() {
  const { t } = useLingui();
  const format = useFormat();
  const roles = useRoleNames();
  const keys = useQuery(keysQuery);
  return (
    <div className="stack close">
      <div className="row apart">
        <p className="quiet">{t`Programs sign in with a key. Each may do what its scope says, and no more.`}</p>
        <DialogButton label={t`New key`}>{() => <NewKey />}</DialogButton>
      </div>
      <RemoteTable
        label={t`API keys`}
        loading={t`Loading keys`}
        query={keys}
        rowsOf={(records) => records}
        keyOf={({ key_uid }) => key_uid}
        empty={<Empty title={t`No keys`} />}
        columns={[
          {
            head: t`Key`,
            isName: true,
            cell: ({ name, hint }) => (
              <>
                <b>{name}</b>
                <span className="small mono">{hint}…</span>
              </>
            ),
          },
          { head: t`Scope`, cell: ({ scope }) => roles[scope] },
          { head: t`Made`, isWide: true, cell: ({ created_at }) => format.day(instantOfUtc(created_at)) },
          {
            head: t`State`,
            cell: ({ revoked_at }) =>
              revoked_at === null ? <State tone="good">{t`Works`}</State> : <State tone="open">{t`Revoked`}</State>,
          },
          { head: t`Actions`, isActions: true, cell: (key) => key.revoked_at === null && <Revoke apiKey={key} /> },
        ]}
      />
    </div>
  );
}

function Revoke({ apiKey: { key_uid, name } }: { apiKey: ApiKey }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const revoke = async () => {
    await answerOf(api.DELETE('/api-keys/{key_uid}', { params: { path: { key_uid } } }));
    await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
  };
  return (
    <ConfirmButton label={t`Revoke`} title={t`Revoke “${name}”?`} onConfirm={revoke}>
      {t`Programs that use it are refused from now on. This cannot be undone.`}
    </ConfirmButton>
  );
}

function NewKey() {
  const { t } = useLingui();
  const names = useRoleNames();
  const rights = useRoleRights();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKey['scope']>('editor');
  const create = useMutation({
    mutationFn: () => answerOf(api.POST('/api-keys', { body: { name, scope } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  const faults = create.error instanceof ApiError ? create.error.fields : {};
  if (create.data)
    return (
      <div className="stack">
        <Notice tone="warn">{t`Copy the key now: it is shown this once.`}</Notice>
        <TextField
          label={t`API key`}
          readOnly
          value={create.data.data.record.api_key}
          onFocus={(event) => event.target.select()}
        />
      </div>
    );
  return (
    <Form
      onSubmit={() => create.mutate()}
      fault={create.error?.message}
      submit={t`Make key`}
      isPending={create.isPending}
    >
      <TextField
        label={t`What it is for`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={faults['name']}
        onChange={(event) => setName(event.target.value)}
      />
      <Choice
        label={t`Scope`}
        description={rights[scope]}
        data={SCOPES.map((one) => ({ value: one, label: names[one] }))}
        value={scope}
        onChange={(value) => value && setScope(value as ApiKey['scope'])}
      />
    </Form>
  );
}
