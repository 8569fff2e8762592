// The form of a webhook: where requests go, of what they tell, how many events each may have.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Webhook } from '../../api/accounts/webhooks.ts';
import { faultsOf } from '../../api/client.ts';
import { Form } from '../../kit/form/form.tsx';
import { NumberField } from '../../kit/form/number-field.tsx';
import { Check, CheckGroup, TextField, Toggle } from '../../kit/parts.tsx';
import { ALL, type EventType, useEventGroups } from './words.ts';

/** What is sent. */
export type WebhookInput = {
  url: string;
  description: string;
  events: EventType[];
  batch_size: number;
  status: 'on' | 'off';
};

type WebhookFormProps = {
  /** The one that is changed; absent: a new one. */
  webhook?: Webhook;
  submit: string;
  save: { mutate: (input: WebhookInput) => void; error: Error | null; isPending: boolean };
};

const MOST = 1_000;

export function WebhookForm({ webhook, submit, save }: WebhookFormProps) {
  const { t } = useLingui();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly EventType[]>(webhook?.events ?? [ALL]);
  const [batch, setBatch] = useState<number | ''>(webhook?.batch_size ?? 1);
  const [isOn, setOn] = useState(webhook?.status !== 'off');
  const faults = faultsOf(save.error);
  const send = () =>
    save.mutate({
      url,
      description,
      events: [...events],
      batch_size: batch === '' ? 1 : batch,
      status: isOn ? 'on' : 'off',
    });
  return (
    <Form
      onSubmit={send}
      fault={save.error}
      submit={submit}
      isPending={save.isPending}
      isDisabled={events.length === 0}
    >
      <TextField
        label={t`URL`}
        description={t`Where requests are sent, such as https://crm.example.com/mailwright`}
        required
        withAsterisk={false}
        data-autofocus
        type="url"
        value={url}
        error={faults['url']}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label={t`What it is for`}
        value={description}
        error={faults['description']}
        onChange={(event) => setDescription(event.target.value)}
      />
      <EventChecks events={events} setEvents={setEvents} fault={faults['events']} />
      <NumberField
        label={t`Events per request`}
        description={t`With 1, each event is sent on its own. Higher numbers send batches, for many messages.`}
        min={1}
        max={MOST}
        value={batch}
        error={faults['batch_size']}
        onChange={setBatch}
      />
      {webhook && (
        <Toggle
          label={t`On`}
          description={t`While off, it gets no events. If the server switched it off, turning it on again sends it what it missed.`}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      )}
    </Form>
  );
}

type EventChecksProps = {
  events: readonly EventType[];
  setEvents: (events: readonly EventType[]) => void;
  fault: string | undefined;
};

function EventChecks({ events, setEvents, fault }: EventChecksProps) {
  const { t } = useLingui();
  const groups = useEventGroups();
  const isAll = events.includes(ALL);
  return (
    <CheckGroup
      label={t`Events`}
      error={events.length === 0 ? t`Select at least one.` : fault}
      value={[...events]}
      onChange={(values) => setEvents(values.includes(ALL) && !isAll ? [ALL] : (values as EventType[]))}
    >
      <div className="stack close">
        <Check value={ALL} label={t`Everything, including what later versions add`} />
        {!isAll &&
          groups.map(({ name, types }) => (
            <fieldset key={name} className="stack close">
              <legend className="small">{name}</legend>
              <div className="row">
                {types.map(({ type, label }) => (
                  <Check key={type} value={type} label={label} />
                ))}
              </div>
            </fieldset>
          ))}
      </div>
    </CheckGroup>
  );
}
