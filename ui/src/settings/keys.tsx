// Keys of programs: what each may do; making, changing and revoking them.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiKey, keysQuery } from '../api/accounts/keys.ts';
import { answerOf, api } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { Copyable } from '../kit/copy-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { instantOfUtc } from '../kit/format.ts';
import { Empty, Notice } from '../kit/notice.tsx';
import { State } from '../kit/state.tsx';
import { LongTable } from '../kit/table/long-table.tsx';
import { KeyForm, type KeyInput } from './key-form.tsx';
import { choicesOf, useScopeNames } from './key-scopes.ts';
import { OwnersOnly } from './owners-only.tsx';

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
  const names = useScopeNames();
  const keys = useQuery(keysQuery);
  return (
    <div className="stack close">
      <div className="row apart">
        <p className="quiet">{t`Programs sign in with a key. Each key can do only what its scope allows.`}</p>
        <DialogButton label={t`New key`}>{() => <NewKey />}</DialogButton>
      </div>
      <LongTable
        label={t`API keys`}
        loading={t`Loading keys`}
        query={keys}
        rowsOf={(records) => records}
        search={t`Key name`}
        textOf={({ name, hint }) => `${name}\n${hint}`}
        keyOf={({ key_uid }) => key_uid}
        empty={<Empty title={t`No API keys yet`} />}
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
          {
            head: t`Access`,
            cell: ({ scope, allow }) => (
              <>
                <span>
                  {choicesOf(scope)
                    .map((one) => names[one])
                    .join(', ')}
                </span>
                {allow.length > 0 && <From places={allow} />}
              </>
            ),
          },
          {
            head: t`Created`,
            isWide: true,
            isInstant: true,
            cell: ({ created_at }) => format.day(instantOfUtc(created_at)),
          },
          {
            head: t`Last used`,
            isWide: true,
            isInstant: true,
            cell: ({ last_used_at }) => (last_used_at === null ? t`never` : format.since(instantOfUtc(last_used_at))),
          },
          { head: t`Status`, cell: (key) => <KeyState apiKey={key} /> },
          {
            head: t`Actions`,
            isActions: true,
            cell: (key) =>
              key.revoked_at === null && (
                <>
                  <Change apiKey={key} />
                  <Revoke apiKey={key} />
                </>
              ),
          },
        ]}
      />
    </div>
  );
}

function From({ places: [first = '', ...more] }: { places: readonly string[] }) {
  const { t } = useLingui();
  const places = more.length === 0 ? first : `${first} +${more.length}`;
  return <span className="small" title={[first, ...more].join(', ')}>{t`from ${places}`}</span>;
}

function KeyState({ apiKey: { revoked_at, expires_at } }: { apiKey: ApiKey }) {
  const { t } = useLingui();
  const format = useFormat();
  if (revoked_at !== null) return <State tone="open">{t`Revoked`}</State>;
  if (expires_at === null) return <State tone="good">{t`Active`}</State>;
  const end = instantOfUtc(expires_at);
  if (end <= Date.now()) return <State tone="bad">{t`Expired ${format.day(end)}`}</State>;
  return <State tone="good">{t`Until ${format.day(end)}`}</State>;
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
}

function Revoke({ apiKey: { key_uid, name } }: { apiKey: ApiKey }) {
  const { t } = useLingui();
  const refresh = useRefresh();
  const revoke = async () => {
    await answerOf(api.DELETE('/api-keys/{key_uid}', { params: { path: { key_uid } } }));
    await refresh();
  };
  return (
    <ConfirmButton label={t`Revoke`} about={t`Revoke “${name}”`} title={t`Revoke “${name}”?`} onConfirm={revoke}>
      {t`Programs that use it will be refused from now on. This cannot be undone.`}
    </ConfirmButton>
  );
}

function Change({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useLingui();
  const { name } = apiKey;
  return (
    <DialogButton label={t`Edit`} about={t`Edit “${name}”`} title={t`Edit “${name}”`} variant="subtle" isCompact>
      {(close) => <ChangeKey apiKey={apiKey} close={close} />}
    </DialogButton>
  );
}

function ChangeKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const { t } = useLingui();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: (body: KeyInput) =>
      answerOf(api.PUT('/api-keys/{key_uid}', { params: { path: { key_uid: apiKey.key_uid } }, body })),
    onSuccess: async () => {
      await refresh();
      close();
    },
  });
  return <KeyForm apiKey={apiKey} submit={t`Save`} save={change} />;
}

function NewKey() {
  const { t } = useLingui();
  const refresh = useRefresh();
  const create = useMutation({
    mutationFn: (body: KeyInput) => answerOf(api.POST('/api-keys', { body })),
    onSuccess: refresh,
  });
  if (create.data) return <Shown apiKey={create.data.data.record.api_key} />;
  return <KeyForm submit={t`Create key`} save={create} />;
}

/** A key, which is shown this once, and where programs use it. */
function Shown({ apiKey }: { apiKey: string }) {
  const { t } = useLingui();
  const address = `${window.location.origin}/api`;
  return (
    <div className="stack">
      <Notice tone="warn">{t`Copy the key now: it is shown only once.`}</Notice>
      <Copyable text={apiKey} of={t`API key`} />
      <p className="quiet">{t`Programs use it at the first address, assistants with a language model (MCP) at the second.`}</p>
      <Copyable text={address} of={t`API address`} />
      <Copyable text={`${address}/mcp`} of={t`MCP address`} />
    </div>
  );
}
