// The form of a key: what it is for, what it may do, from where and until when.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ApiKey } from '../api/accounts/keys.ts';
import { useSession } from '../api/accounts/session.ts';
import { faultsOf } from '../api/client.ts';
import { DateField } from '../kit/form/date-field.tsx';
import { Form } from '../kit/form/form.tsx';
import { NumberField } from '../kit/form/number-field.tsx';
import { Check, CheckGroup, TextField } from '../kit/parts.tsx';
import { CHOICES, type Choice, choicesOf, OF_AN_OWNER, scopeOf, useScopeNames, useScopeRights } from './key-scopes.ts';

/** What is sent. */
export type KeyInput = { name: string; scope: string; allow: string; expires_at: string; rate_limit: number | null };

type KeyFormProps = {
  /** The one that is changed; absent: a new one. */
  apiKey?: ApiKey;
  submit: string;
  save: { mutate: (input: KeyInput) => void; error: Error | null; isPending: boolean };
};

const DAY_LENGTH = 10;

export function KeyForm({ apiKey, submit, save }: KeyFormProps) {
  const { t } = useLingui();
  const [name, setName] = useState(apiKey?.name ?? '');
  const [scope, setScope] = useState<readonly Choice[]>(apiKey ? choicesOf(apiKey.scope) : ['read']);
  const [allow, setAllow] = useState(apiKey?.allow.join(', ') ?? '');
  const [rate, setRate] = useState<number | ''>(apiKey?.rate_limit ?? '');
  const end = apiKey?.expires_at ?? '';
  const [day, setDay] = useState(end.slice(0, DAY_LENGTH));
  const faults = faultsOf(save.error);
  const send = () => {
    const expires_at = day === end.slice(0, DAY_LENGTH) ? end : day; // the hour stays while the day does
    const isOver = apiKey?.expires_at === expires_at; // and one that is past is not sent again
    const rate_limit = rate === '' ? null : rate;
    save.mutate({ name, scope: scopeOf(scope), allow, rate_limit, ...(isOver ? {} : { expires_at }) } as KeyInput);
  };
  return (
    <Form onSubmit={send} fault={save.error} submit={submit} isPending={save.isPending} isDisabled={scope.length === 0}>
      <TextField
        label={t`What it is for`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={faults['name']}
        onChange={(event) => setName(event.target.value)}
      />
      <ScopeChecks scope={scope} setScope={setScope} fault={faults['scope']} />
      <TextField
        label={t`Allowed from`}
        description={t`IP addresses and networks, separated by commas. Leave empty to allow all.`}
        placeholder="203.0.113.7, 10.0.0.0/8"
        value={allow}
        error={faults['allow']}
        onChange={(event) => setAllow(event.target.value)}
      />
      <DateField
        label={t`Expires`}
        type="date"
        description={t`At the start of that day (UTC). Leave empty for no expiration.`}
        value={day}
        error={faults['expires_at']}
        onChange={setDay}
      />
      <NumberField
        label={t`Requests per minute`}
        description={t`Per server process. Leave empty for the limit that the operator set for all keys.`}
        min={1}
        max={999_999}
        value={rate}
        error={faults['rate_limit']}
        onChange={setRate}
      />
    </Form>
  );
}

type ScopeChecksProps = {
  scope: readonly Choice[];
  setScope: (scope: readonly Choice[]) => void;
  fault: string | undefined;
};

function ScopeChecks({ scope, setScope, fault }: ScopeChecksProps) {
  const { t } = useLingui();
  const names = useScopeNames();
  const rights = useScopeRights();
  const isOperator = useSession().rights.includes('operate');
  const isOwner = scope.includes('owner');
  return (
    <CheckGroup
      label={t`What it can do`}
      error={scope.length === 0 ? t`Select at least one.` : fault}
      value={isOwner ? [...scope, ...OF_AN_OWNER] : [...scope]}
      onChange={(values) => {
        const isHeld = (one: Choice) => isOwner && OF_AN_OWNER.includes(one);
        setScope(CHOICES.filter((one) => (isHeld(one) ? scope : values).includes(one)));
      }}
    >
      <div className="stack close">
        {CHOICES.filter((one) => one !== 'operator' || isOperator || scope.includes(one)).map((one) => (
          <Check
            key={one}
            value={one}
            label={names[one]}
            description={rights[one]}
            disabled={(isOwner && OF_AN_OWNER.includes(one)) || (one === 'operator' && !isOperator)}
          />
        ))}
      </div>
    </CheckGroup>
  );
}
