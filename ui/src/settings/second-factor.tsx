// The second factor: codes of an app on the phone, and recovery codes for the day it is lost.
import { useLingui } from '@lingui/react/macro';
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { meQuery } from '../api/accounts/me.ts';
import { sessionQuery } from '../api/accounts/session.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { Notice } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { PasswordField, TextField } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';

export function SecondFactor() {
  const { t } = useLingui();
  const { data } = useQuery(meQuery);
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (!data) return null;
  return (
    <Card title={t`Second factor`}>
      <div className="stack">
        {data.has_totp ? (
          <>
            <State tone="good">{t`On: ${data.recovery_code_count} recovery codes are left`}</State>
            <DialogButton label={t`Turn it off`} variant="default">
              {(close) => (
                <TurnOff
                  onDone={() => {
                    close();
                    setCodes(undefined);
                  }}
                />
              )}
            </DialogButton>
          </>
        ) : (
          <p className="quiet">{t`A code from an app on your phone, asked for after the password.`}</p>
        )}
        {!data.has_totp && !begun && (
          <DialogButton label={t`Set it up`} variant="default">
            {(close) => (
              <Begin
                onBegun={(record) => {
                  close();
                  setBegun(record);
                }}
              />
            )}
          </DialogButton>
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
        {codes && (
          <Notice tone="warn">
            <p>{t`Keep these codes: each stands for one from the app, once. They are shown this once.`}</p>
            <p className="mono">{codes.join('  ')}</p>
          </Notice>
        )}
      </div>
    </Card>
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
  return <WithPassword submit={t`Go on`} sent={begin} />;
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
      <p>{t`Show this to the app:`}</p>
      <img src={pictureOf(address)} alt={t`QR code of the secret`} width={200} height={200} />
      <p>
        {t`Or type the secret into it, or open the link on the phone:`} <span className="mono">{secret}</span>{' '}
        <a href={address}>{t`open in the app`}</a>
      </p>
      <TextField
        label={t`Code that the app shows`}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
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
  return <WithPassword submit={t`Turn it off`} sent={off} />;
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
