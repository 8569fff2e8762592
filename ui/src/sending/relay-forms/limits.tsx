// Changes what limits a relay: lanes, limits by period, warm-up; and whether it is used.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { relaysQuery, type WholeRelay } from '../../api/campaigns/sending.ts';
import { answerOf, api, faultsOf } from '../../api/client.ts';
import { numberOf } from '../../api/number-of.ts';
import { Form } from '../../kit/form/form.tsx';
import { Card } from '../../kit/page/page.tsx';
import { TextField, Toggle } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.ts';

const PERIODS = ['per_second', 'per_minute', 'per_hour', 'per_day', 'per_month'] as const;
const WARM_UP = ['first_day', 'growth_percent', 'until'] as const;

export function RelayLimits({ relay }: { relay: WholeRelay }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [isUsed, setUsed] = useState(relay.status === 'active');
  const [typed, setTyped] = useState(() => textsOf(relay));
  const save = useMutation({
    mutationFn: () => {
      const path = { server_id: relay.server_id };
      return answerOf(api.PUT('/delivery-servers/{server_id}', { params: { path }, body: bodyOf(typed, isUsed) }));
    },
    async onSuccess() {
      toast(t`Saved.`, 'good');
      await queryClient.invalidateQueries({ queryKey: relaysQuery.queryKey });
    },
  });
  const faults = faultsOf(save.error);
  const faultOf = (name: string) =>
    Object.entries(faults).find(
      ([member]) => member === name || member.endsWith(`[${name}]`) || member.endsWith(`.${name}`),
    )?.[1];
  const field = (name: keyof typeof typed) => ({
    inputMode: 'numeric' as const,
    value: typed[name],
    error: faultOf(name),
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value.trim() }),
  });
  const periods = {
    per_second: t`Per second`,
    per_minute: t`Per minute`,
    per_hour: t`Per hour`,
    per_day: t`Per day`,
    per_month: t`Per month`,
  };
  const plan = {
    first_day: t`Messages on the first day`,
    growth_percent: t`Daily increase in %`,
    until: t`Until this many per day`,
  };
  return (
    <Card title={t`Limits`}>
      <Form onSubmit={() => save.mutate()} fault={save.error} submit={t`Save`} isPending={save.isPending}>
        <Toggle
          label={t`Send mail through it`}
          checked={isUsed}
          onChange={({ currentTarget: { checked } }) => setUsed(checked)}
        />
        <div className="relay-fields">
          <TextField label={t`Lanes`} description={t`Connections at the same time`} {...field('lanes')} />
          <TextField label={t`Priority`} description={t`The lowest is used first`} {...field('priority')} />
        </div>
        <fieldset className="bare relay-group">
          <legend>{t`Maximum number of messages (leave empty for no limit)`}</legend>
          <div className="relay-fields">
            {PERIODS.map((name) => (
              <TextField key={name} label={periods[name]} {...field(name)} />
            ))}
          </div>
        </fieldset>
        <fieldset className="bare relay-group">
          <legend>{t`Warm-up of a new relay (leave all empty for none)`}</legend>
          <div className="relay-fields">
            {WARM_UP.map((name) => (
              <TextField key={name} label={plan[name]} {...field(name)} />
            ))}
          </div>
        </fieldset>
      </Form>
    </Card>
  );
}

type Typed = Record<(typeof PERIODS)[number] | (typeof WARM_UP)[number] | 'lanes' | 'priority', string>;

function textsOf({ lanes, priority, quotas, warm_up }: WholeRelay): Typed {
  const limits = PERIODS.map((name) => [name, quotas[name] ?? '']);
  const plan = WARM_UP.map((name) => [name, warm_up?.[name] ?? '']);
  return { lanes, priority, ...Object.fromEntries([...limits, ...plan]) } as Typed;
}

/** What is sent: an empty field takes its limit away, and an empty plan the warm-up. */
function bodyOf(typed: Typed, isUsed: boolean) {
  const pick = (names: readonly (keyof Typed)[]) =>
    Object.fromEntries(names.map((name) => [name, numberOrNone(typed[name])]));
  const hasPlan = WARM_UP.some((name) => typed[name] !== '');
  return {
    status: isUsed ? ('active' as const) : ('inactive' as const),
    lanes: numberOrNone(typed.lanes),
    priority: numberOrNone(typed.priority),
    quotas: pick(PERIODS),
    warm_up: hasPlan ? pick(WARM_UP.filter((name) => typed[name] !== '')) : null,
  };
}

/** No number takes a limit away. */
const numberOrNone = (text: string): number => (text === '' ? (null as unknown as number) : numberOf(text));
