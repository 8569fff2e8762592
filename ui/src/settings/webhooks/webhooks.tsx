// Webhooks: programs that are told what happens, and how they take it.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Webhook, webhooksQuery } from '../../api/accounts/webhooks.ts';
import { answerOf, api } from '../../api/client.ts';
import { useFormat } from '../../api/use-format.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Copyable } from '../../kit/copy-button.tsx';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { instantOfUtc } from '../../kit/format.ts';
import { Empty, Notice } from '../../kit/notice.tsx';
import { Button } from '../../kit/parts.tsx';
import { State } from '../../kit/state.tsx';
import { LongTable } from '../../kit/table/long-table.tsx';
import { OwnersOnly } from '../owners-only.tsx';
import { Deliveries } from './deliveries.tsx';
import { EventTypes } from './event-types.tsx';
import { WebhookForm, type WebhookInput } from './form.tsx';
import { ALL, useOffReasons } from './words.ts';

export function Webhooks() {
  return (
    <OwnersOnly>
      <WebhooksTable />
    </OwnersOnly>
  );
}

function WebhooksTable() {
  const { t } = useLingui();
  const format = useFormat();
  const webhooks = useQuery(webhooksQuery);
  return (
    <div className="stack close">
      <div className="row apart">
        <p className="quiet">{t`Webhooks notify your programs of what happens here, with signed requests to their URL.`}</p>
        <DialogButton label={t`New webhook`}>{() => <NewWebhook />}</DialogButton>
      </div>
      <LongTable
        label={t`Webhooks`}
        loading={t`Loading webhooks`}
        query={webhooks}
        rowsOf={(records) => records}
        search={t`URL or description`}
        textOf={({ url, description }) => `${url}\n${description}`}
        keyOf={({ webhook_uid }) => webhook_uid}
        empty={
          <Empty
            title={t`No webhooks yet`}
          >{t`Add one so that your shop or CRM knows right away who unsubscribed or whose email bounced.`}</Empty>
        }
        columns={[
          {
            head: t`URL`,
            isName: true,
            cell: ({ url, description }) => (
              <>
                <b>{description === '' ? url : description}</b>
                {description !== '' && <span className="small">{url}</span>}
              </>
            ),
          },
          { head: t`Events`, cell: (webhook) => <ToldOf webhook={webhook} /> },
          { head: t`Status`, cell: (webhook) => <WebhookState webhook={webhook} /> },
          { head: t`Waiting`, isNumber: true, cell: ({ waiting }) => format.number(waiting) },
          {
            head: t`Actions`,
            isActions: true,
            cell: (webhook) => (
              <>
                <DialogButton
                  label={t`Deliveries`}
                  about={t`Deliveries to ${nameOf(webhook)}`}
                  title={nameOf(webhook)}
                  variant="subtle"
                  size="lg"
                  isCompact
                >
                  {() => <Deliveries webhook={webhook} />}
                </DialogButton>
                <Change webhook={webhook} />
                <NewSecret webhook={webhook} />
                <Remove webhook={webhook} />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

const nameOf = ({ description, url }: Webhook) => (description === '' ? url : description);

function ToldOf({ webhook: { events } }: { webhook: Webhook }) {
  const { t } = useLingui();
  if (events.includes(ALL)) return t`Everything`;
  return <EventTypes types={events} />;
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const format = useFormat();
  const reasons = useOffReasons();
  const { status, off_reason, failing_since, date_next } = webhook;
  if (status === 'off' && off_reason === null) return <State tone="open">{t`Off`}</State>;
  if (status === 'off')
    return (
      <>
        <State tone="bad">{t`Switched off`}</State>
        <span className="small">{reasons[off_reason ?? '']}</span>
      </>
    );
  if (failing_since === null) return <State tone="good">{t`On`}</State>;
  return (
    <>
      <State tone="held">{t`Failing`}</State>
      <span className="small">{t`since ${format.instant(instantOfUtc(failing_since))}`}</span>
      {date_next !== null && (
        <span className="small">{t`Next attempt ${format.instant(instantOfUtc(date_next))}`}</span>
      )}
    </>
  );
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
}

function NewWebhook() {
  const { t } = useLingui();
  const refresh = useRefresh();
  const create = useMutation({
    mutationFn: (body: WebhookInput) => answerOf(api.POST('/webhooks', { body })),
    onSuccess: refresh,
  });
  if (create.data) return <Secret secret={create.data.secret} />;
  return <WebhookForm submit={t`Add webhook`} save={create} />;
}

function Secret({ secret }: { secret: string }) {
  const { t } = useLingui();
  return (
    <div className="stack">
      <Notice tone="warn">{t`Copy the secret now: it is shown only once.`}</Notice>
      <Copyable text={secret} of={t`Secret`} />
      <p className="quiet">{t`Your program uses it to verify that a request comes from here, as defined by Standard Webhooks.`}</p>
    </div>
  );
}

function Change({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const name = nameOf(webhook);
  return (
    <DialogButton label={t`Edit`} about={t`Edit “${name}”`} title={t`Edit “${name}”`} variant="subtle" isCompact>
      {(close) => <ChangeWebhook webhook={webhook} close={close} />}
    </DialogButton>
  );
}

function ChangeWebhook({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { t } = useLingui();
  const refresh = useRefresh();
  const params = { path: { webhook_uid: webhook.webhook_uid } };
  const change = useMutation({
    mutationFn: (body: WebhookInput) => answerOf(api.PUT('/webhooks/{webhook_uid}', { params, body })),
    onSuccess: async () => {
      await refresh();
      close();
    },
  });
  return <WebhookForm webhook={webhook} submit={t`Save`} save={change} />;
}

function NewSecret({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  return (
    <DialogButton label={t`New secret`} about={t`New secret for ${nameOf(webhook)}`} variant="subtle" isCompact>
      {() => <Rotate webhook={webhook} />}
    </DialogButton>
  );
}

function Rotate({ webhook: { webhook_uid } }: { webhook: Webhook }) {
  const { t } = useLingui();
  const refresh = useRefresh();
  const rotate = useMutation({
    mutationFn: () => answerOf(api.POST('/webhooks/{webhook_uid}/rotate', { params: { path: { webhook_uid } } })),
    onSuccess: refresh,
  });
  if (rotate.data) return <Secret secret={rotate.data.secret} />;
  return (
    <div className="stack">
      {rotate.error && <Notice tone="bad">{rotate.error.message}</Notice>}
      <p>{t`For one day, requests are signed with both secrets. Give your program the new one within that time.`}</p>
      <div className="row">
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>{t`Create a new secret`}</Button>
      </div>
    </div>
  );
}

function Remove({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const refresh = useRefresh();
  const { webhook_uid } = webhook;
  const name = nameOf(webhook);
  const remove = async () => {
    await answerOf(api.DELETE('/webhooks/{webhook_uid}', { params: { path: { webhook_uid } } }));
    await refresh();
  };
  return (
    <ConfirmButton label={t`Remove`} about={t`Remove “${name}”`} title={t`Remove “${name}”?`} onConfirm={remove}>
      {t`It gets no more events, and events it has not received yet are not kept. This cannot be undone.`}
    </ConfirmButton>
  );
}
