// One person on a list: what is known, and what can be done about them.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { answerOf, api } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { useMay } from '../api/session.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { Card, Page } from '../kit/page.tsx';
import { Button } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { toast } from '../kit/toast.ts';
import { PersonForm } from './person-form.tsx';
import { useSubscriberState } from './states.ts';

export function Person() {
  const { t } = useLingui();
  const { listUid, subscriberUid } = useParams({ from: '/shell/lists/$listUid/subscribers/$subscriberUid' });
  const params = { path: { list_uid: listUid, subscriber_uid: subscriberUid } };
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mayEdit = useMay('edit');
  const stateOf = useSubscriberState();
  const list = useSuspenseQuery(listQuery(listUid));
  const { data: person } = useSuspenseQuery({
    queryKey: ['subscribers', listUid, 'one', subscriberUid],
    queryFn: async () =>
      (await answerOf(api.GET('/lists/{list_uid}/subscribers/{subscriber_uid}', { params }))).data.record,
  });
  const state = stateOf(person.status);
  const unsubscribe = useMutation({
    mutationFn: () => answerOf(api.PUT('/lists/{list_uid}/subscribers/{subscriber_uid}/unsubscribe', { params })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['subscribers', listUid] }),
    onError: (error) => toast(error.message, 'bad'),
  });
  const remove = async () => {
    await answerOf(api.DELETE('/lists/{list_uid}/subscribers/{subscriber_uid}', { params }));
    await navigate({ to: '/lists/$listUid', params: { listUid }, search: {} });
    await queryClient.invalidateQueries({ queryKey: ['subscribers', listUid] });
  };
  return (
    <Page
      title={person.EMAIL}
      mark={<State tone={state.tone}>{state.name}</State>}
      trail={
        <Link to="/lists/$listUid" params={{ listUid }} search={{}}>
          {list.data.general.name}
        </Link>
      }
      actions={
        mayEdit && (
          <>
            <ConfirmButton label={t`Remove`} title={t`Remove ${person.EMAIL}?`} onConfirm={remove}>
              {t`Whoever is removed can be imported again. Who wants no more mail is better unsubscribed: that is remembered.`}
            </ConfirmButton>
            {person.status === 'confirmed' && (
              <Button variant="default" loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
                {t`Unsubscribe`}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="split">
        <Card title={t`What is known`}>
          <PersonForm listUid={listUid} person={person} />
        </Card>
        <Card title={t`How they came`}>
          <dl className="facts">
            <dt>{t`Since`}</dt>
            <dd>{person.date_added} UTC</dd>
            <dt>{t`By`}</dt>
            <dd>{{ web: t`a form`, api: t`a program, or by hand`, import: t`an import` }[person.source]}</dd>
            <dt>{t`From`}</dt>
            <dd>{person.ip_address || t`not known`}</dd>
          </dl>
        </Card>
      </div>
    </Page>
  );
}
