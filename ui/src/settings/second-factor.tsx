// The second factor: codes of an app on the phone, and recovery codes for the day it is lost.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { renderSVG } from 'uqr';
import { meQuery } from '../api/accounts/me.ts';
import { sessionQuery } from '../api/accounts/session.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { Copyable, CopyButton } from '../kit/copy-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { Loading, Notice, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { PasswordField, TextField } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import './second-factor.css';

export function SecondFactor() {
  const { t } = useLingui();
  const query = useQuery(meQuery);
  const { data } = query;
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (!data)
    return (
      <Card title={t`Second factor`}>
        {query.error ? <Refused query={query} /> : <Loading label={t`Loading`} lines={2} />}
      </Card>
    );
  return (
    <Card title={t`Second factor`}>
      <div className="stack">
        {data.has_totp ? (
          <>
            <State tone="good">
              {t`${plural(data.recovery_code_count, { one: 'On: # recovery code is left', other: 'On: # recovery codes are left' })}`}
            </State>
            {codes && <RecoveryCodes codes={codes} />}
            <div className="row">
              <DialogButton label={t`Turn off`} variant="default">
                {(close) => (
                  <TurnOff
                    onDone={() => {
                      close();
                      setCodes(undefined);
                    }}
                  />
                )}
              </DialogButton>
            </div>
          </>
        ) : (
          <p className="quiet">{t`After your password, you enter a code from an app on your phone.`}</p>
        )}
        {!data.has_totp && !begun && (
          <div className="row">
            <DialogButton label={t`Set up`} variant="default">
              {(close) => (
                <Begin
                  onBegun={(record) => {
                    close();
                    setBegun(record);
                  }}
                />
              )}
            </DialogButton>
          </div>
        )}
        {begun && !data.has_totp && (
          <Confirm
            {...begun}
            onCodes={(made) => {
              setCodes(made);
              setBegun(undefined); // it may be turned off, and set up anew
            }}
          />
        )}
      </div>
    </Card>
  );
}

/** They are never shown again: to be written down, or copied. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const shown = useRef<HTMLUListElement>(null);
  return (
    <Notice
      tone="warn"
      action={
        <CopyButton
          text={codes.join('\n')}
          of={t`the recovery codes`}
          select={() => shown.current && window.getSelection()?.selectAllChildren(shown.current)}
        />
      }
    >
      <p>{t`Keep these codes: each one replaces a code from the app once. They are shown only once.`}</p>
      <ul ref={shown} className="bare recovery-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Dark on white in both themes: cameras expect it so. */
const pictureOf = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2, whiteColor: '#fff', blackColor: '#000' }))}`;

type Begun = { secret: string; otpauth_uri: string };

function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { t } = useLingui();
  const begin = useMutation({
    mutationFn: async (password: string) => (await answerOf(api.POST('/me/totp', { body: { password } }))).data.record,
    onSuccess: onBegun,
  });
  return <WithPassword submit={t`Continue`} sent={begin} />;
}

type ConfirmProps = Begun & { onCodes: (codes: readonly string[]) => void };

function Confirm({ secret, otpauth_uri: address, onCodes }: ConfirmProps) {
  const { t } = useLingui();
  const changed = useChanged();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => answerOf(api.PUT('/me/totp', { body: { code } })),
    async onSuccess({ data }) {
      await changed();
      onCodes(data.record.recovery_codes);
    },
  });
  return (
    <Form onSubmit={() => confirm.mutate()} fault={confirm.error} submit={t`Confirm`} isPending={confirm.isPending}>
      <p>{t`Scan this with an authenticator app on your phone:`}</p>
      <img src={pictureOf(address)} alt={t`QR code for the secret`} width={200} height={200} />
      <div className="stack tight">
        <p>{t`Or enter this secret in the app:`}</p>
        <Copyable text={secret} of={t`the secret`} />
        <p>
          {t`If the app is on this device:`} <a href={address}>{t`open it there`}</a>
        </p>
      </div>
      <TextField
        label={t`Code from the app`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        value={code}
        error={faultsOf(confirm.error)['code']}
        onChange={(event) => setCode(event.target.value)}
      />
    </Form>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const off = useMutation({
    mutationFn: (password: string) => answerOf(api.DELETE('/me/totp', { body: { password } })),
    async onSuccess() {
      await changed();
      onDone();
    },
  });
  return <WithPassword submit={t`Turn off`} sent={off} />;
}

type WithPasswordProps = {
  submit: string;
  sent: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'error' | 'isPending'>;
};

/** Asks for the password, without which nobody changes how people sign in. */
function WithPassword({ submit, sent }: WithPasswordProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  return (
    <Form onSubmit={() => sent.mutate(password)} fault={sent.error} submit={submit} isPending={sent.isPending}>
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        value={password}
        required
        withAsterisk={false}
        data-autofocus
        error={faultsOf(sent.error)['password']}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}

function useChanged() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}
