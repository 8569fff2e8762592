// Passkeys: what lets one in by the finger, the face or the PIN of a device.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePasskeyFault } from '../api/accounts/passkey-faults.ts';
import { addPasskey, canUsePasskeys, myPasskeysQuery, type Passkey } from '../api/accounts/passkeys.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { instantOfUtc } from '../kit/format.ts';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { PasswordField, TextField } from '../kit/parts.tsx';
import { browserName } from './sessions.tsx';

export function Passkeys() {
  const { t } = useLingui();
  const query = useQuery(myPasskeysQuery);
  const { data, isLoading } = query;
  return (
    <Card title={t`Passkeys`}>
      <div className="stack">
        <p className="quiet">{t`Sign in with your fingerprint, face or device PIN, without a password or code.`}</p>
        {isLoading && <Awaited />}
        {!data && <Refused query={query} />}
        {data && data.length > 0 && (
          <ul className="stack">
            {data.map((one) => (
              <Row key={one.passkey_uid} {...one} />
            ))}
          </ul>
        )}
        <div className="row">
          <DialogButton
            label={t`Add a passkey`}
            variant="default"
            why={
              canUsePasskeys() ? undefined : t`Browsers support passkeys only for addresses with https and a hostname.`
            }
          >
            {(close) => <Add onDone={close} />}
          </DialogButton>
        </div>
      </div>
    </Card>
  );
}

function Row({ passkey_uid, name, created_at, used_at }: Passkey) {
  const { t } = useLingui();
  const format = useFormat();
  const changed = useChanged();
  const path = { passkey_uid };
  return (
    <li className="row apart">
      <div>
        <div>{name}</div>
        <span className="small">
          {used_at === null
            ? t`added ${format.since(instantOfUtc(created_at))}, not used yet`
            : t`last used ${format.since(instantOfUtc(used_at))}`}
        </span>
      </div>
      <div className="row">
        <DialogButton label={t`Rename`} about={t`Rename ${name}`} variant="subtle" isCompact>
          {(close) => <Rename uid={passkey_uid} name={name} onDone={close} />}
        </DialogButton>
        <ConfirmButton
          label={t`Remove`}
          about={t`Remove ${name}`}
          title={t`Remove ${name}?`}
          onConfirm={async () => {
            await answerOf(api.DELETE('/me/passkeys/{passkey_uid}', { params: { path } }));
            await changed();
          }}
        >
          {t`It no longer signs you in. The device may still offer it, so remove it there too.`}
        </ConfirmButton>
      </div>
    </li>
  );
}

function Add({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const inWords = usePasskeyFault();
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey({ name, password }),
    async onSuccess() {
      await changed();
      onDone();
    },
  });
  const faults = faultsOf(add.error);
  return (
    <Form onSubmit={() => add.mutate()} fault={inWords(add.error)} submit={t`Continue`} isPending={add.isPending}>
      <TextField
        label={t`Name`}
        description={t`Your device, or where the passkey is stored`}
        required
        withAsterisk={false}
        value={name}
        error={faults['name']}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        value={password}
        error={faults['password']}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}

function Rename({ uid: passkey_uid, name: before, onDone }: { uid: string; name: string; onDone: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const [name, setName] = useState(before);
  const rename = useMutation({
    mutationFn: () =>
      answerOf(api.PUT('/me/passkeys/{passkey_uid}', { params: { path: { passkey_uid } }, body: { name } })),
    async onSuccess() {
      await changed();
      onDone();
    },
  });
  return (
    <Form onSubmit={() => rename.mutate()} fault={rename.error} submit={t`Save`} isPending={rename.isPending}>
      <TextField
        label={t`Name`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={faultsOf(rename.error)['name']}
        onChange={(event) => setName(event.target.value)}
      />
    </Form>
  );
}

function useChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: myPasskeysQuery.queryKey });
}
