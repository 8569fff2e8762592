// What was sent to a webhook and what it answered; a test; what happened, once more.

import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/accounts/session.ts';
import { deliveriesQuery, type Webhook, type WebhookDelivery } from '../../api/accounts/webhooks.ts';
import { answerOf, api } from '../../api/client.ts';
import { useSentences } from '../../api/sentences/use-sentences.ts';
import { useFormat } from '../../api/use-format.ts';
import { DateField } from '../../kit/form/date-field.tsx';
import { useOnce } from '../../kit/form/use-once.ts';
import { instantOfLocal } from '../../kit/local-time.ts';
import { Empty, Notice } from '../../kit/notice.tsx';
import { Button, Segments } from '../../kit/parts.tsx';
import { State } from '../../kit/state.tsx';
import { RemoteTable } from '../../kit/table/remote-table.tsx';
import { ShowMore } from '../../kit/table/show-more.tsx';
import { EventTypes } from './event-types.tsx';

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const format = useFormat();
  const [only, setOnly] = useState<'all' | 'failed'>('all');
  const { webhook_uid } = webhook;
  const deliveries = useInfiniteQuery(deliveriesQuery(webhook_uid, only));
  return (
    <div className="stack">
      <Test webhook={webhook} />
      <div className="stack close">
        <Segments
          aria-label={t`Which deliveries`}
          value={only}
          onChange={(value) => setOnly(value as typeof only)}
          data={[
            { value: 'all', label: t`All` },
            { value: 'failed', label: t`Failed` },
          ]}
        />
        <RemoteTable
          label={t`Deliveries`}
          loading={t`Loading deliveries`}
          query={deliveries}
          rowsOf={({ pages }) => pages.flatMap(({ records }) => records)}
          keyOf={({ delivery_id }) => delivery_id}
          empty={<Empty title={only === 'all' ? t`Nothing has been sent yet` : t`No failed deliveries`} />}
          columns={[
            { head: t`Event`, isName: true, cell: (delivery) => <Of delivery={delivery} /> },
            { head: t`Answer`, cell: (delivery) => <Answer delivery={delivery} /> },
            { head: t`Duration`, isNumber: true, cell: ({ duration_ms }) => t`${format.number(duration_ms)} ms` },
            { head: t`When`, isInstant: true, cell: ({ at }) => format.instant(Date.parse(at)) },
          ]}
          foot={() => <ShowMore pages={deliveries} />}
        />
        <p className="small">{t`Deliveries and events are kept for seven days.`}</p>
      </div>
      {webhook.status === 'on' && <Again webhook={webhook} />}
    </div>
  );
}

function Of({ delivery: { types, events, attempt, is_test } }: { delivery: WebhookDelivery }) {
  const { t } = useLingui();
  const notes = [
    ...(is_test ? [t`test`] : []),
    ...(events > 1 ? [t`${events} events`] : []),
    ...(attempt > 1 ? [t`attempt ${attempt}`] : []),
  ];
  return (
    <>
      <EventTypes types={types} />
      {notes.length > 0 && <span className="small">{notes.join(', ')}</span>}
    </>
  );
}

/** Why a request was in vain, in the person's language. */
function useFaultWords(): (sent: Pick<WebhookDelivery, 'status' | 'fault' | 'sentences'>) => string | null {
  const { t } = useLingui();
  const inWords = useSentences();
  return ({ status, fault, sentences }) => {
    if (fault === null) return null;
    if (status === null) {
      const why = inWords(sentences, '');
      return why === '' ? fault : t`There was no answer: ${why}.`;
    }
    return status < 400 ? t`It answered ${status}. Redirects are not followed.` : t`It answered ${status}.`;
  };
}

function Answer({ delivery: { ok, status, answer, fault, sentences } }: { delivery: WebhookDelivery }) {
  const { t } = useLingui();
  const faults = useFaultWords();
  return (
    <>
      <State tone={ok ? 'good' : 'bad'}>{status === null ? t`no answer` : status}</State>
      {(fault !== null || answer !== '') && (
        <span className="small">
          {[status === null ? faults({ status, fault, sentences }) : null, answer].filter(Boolean).join(' ')}
        </span>
      )}
    </>
  );
}

function Test({ webhook: { webhook_uid } }: { webhook: Webhook }) {
  const { t } = useLingui();
  const faults = useFaultWords();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => {
      const params = { path: { webhook_uid } };
      return answerOf(api.POST('/webhooks/{webhook_uid}/test', { params, body: {} }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks', webhook_uid] }),
  });
  const sent = test.data?.data.record;
  return (
    <div className="stack close">
      <div className="row">
        <Button loading={test.isPending} onClick={() => test.mutate()}>{t`Send a test`}</Button>
        <span className="quiet">{t`Sends an event of the type webhook.test right away.`}</span>
      </div>
      {test.error && <Notice tone="bad">{test.error.message}</Notice>}
      {sent && (
        <Notice tone={sent.ok ? 'good' : 'bad'}>
          {sent.ok ? t`The test was accepted with ${sent.status ?? 0} after ${sent.duration_ms} ms.` : faults(sent)}
        </Notice>
      )}
    </div>
  );
}

function Again({ webhook: { webhook_uid } }: { webhook: Webhook }) {
  const { t } = useLingui();
  const format = useFormat();
  const queryClient = useQueryClient();
  const { time_zone: timeZone } = useSession().customer;
  const [from, setFrom] = useState('');
  const once = useOnce();
  const again = useMutation({
    mutationFn: () => {
      const params = { path: { webhook_uid } };
      return answerOf(
        api.POST('/webhooks/{webhook_uid}/replay', { params, body: { from: instantOfLocal(from, timeZone) } }),
      );
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  return (
    <div className="stack close">
      <div className="row" style={{ alignItems: 'flex-end' }}>
        <DateField type="datetime-local" label={t`Send events again since`} value={from} onChange={setFrom} />
        <Button
          variant="default"
          disabled={from === ''}
          loading={again.isPending}
          onClick={() => once('again', again.mutateAsync)}
        >{t`Send again`}</Button>
      </div>
      {again.error && <Notice tone="bad">{again.error.message}</Notice>}
      {again.data && <Notice tone="good">{t`${format.number(again.data.events)} events will be sent again.`}</Notice>}
    </div>
  );
}
