// One person: what is known on this list, everything that happened, why they got no mail, and what
// the law wants: everything stored, and its erasure.
import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQueries } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api } from '../api/client.ts';
import { fieldsQuery } from '../api/lists/fields.ts';
import { listQuery } from '../api/lists/lists.ts';
import { consentsQuery, type Person as PersonRecord, personQuery } from '../api/lists/people.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { NOTHING } from '../kit/format.ts';
import { Notice } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page/page.tsx';
import { FileLink } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { Consents } from './consents.tsx';
import { EraseButton } from './erase.tsx';
import { PersonForm } from './person-form.tsx';
import { useSubscriberState } from './states.ts';
import { Timeline } from './timeline.tsx';
import { useSuppressionWords } from './why/suppression-words.ts';
import { WhyNot } from './why/why-not.tsx';

export function Person() {
  const { t } = useLingui();
  const { listUid, subscriberUid } = useParams({ from: '/shell/lists/$listUid/subscribers/$subscriberUid' });
  const mayEdit = useMay('edit');
  const stateOf = useSubscriberState();
  // What the parts ask for, too: asked at once, and nothing moves when the later ones come.
  const [{ data: list }, { data: person }] = useSuspenseQueries({
    queries: [listQuery(listUid), personQuery(subscriberUid), fieldsQuery(listUid), consentsQuery(subscriberUid)],
  });
  const here = person.memberships.find(({ subscriber_uid }) => subscriber_uid === subscriberUid);
  const state = stateOf(here?.status ?? '');
  return (
    <Page
      title={person.email}
      mark={<State tone={state.tone}>{state.name}</State>}
      trail={
        <Link to="/lists/$listUid" params={{ listUid }} search={{}}>
          {list.general.name}
        </Link>
      }
      actions={
        mayEdit && (
          <Actions listUid={listUid} subscriberUid={subscriberUid} email={person.email} status={here?.status} />
        )
      }
    >
      <div className="stack">
        {person.suppression && <Suppressed suppression={person.suppression} />}
        <div className="split">
          <div className="stack">
            <Timeline subscriberUid={subscriberUid} />
          </div>
          <div className="stack">
            {here && (
              <Card title={t`Details`}>
                <PersonForm
                  key={subscriberUid}
                  listUid={listUid}
                  person={{ ...here.values, subscriber_uid: subscriberUid }}
                />
              </Card>
            )}
            <Memberships person={person} listUid={listUid} />
            <Consents subscriberUid={subscriberUid} />
            <WhyNot email={person.email} subscriberUid={subscriberUid} />
            {mayEdit && (
              <Card title={t`Their data`}>
                <p className="quiet">{t`Everything stored about this address on all lists, for anyone who asks for a copy or wants it erased.`}</p>
                <div className="row" style={{ marginTop: 12 }}>
                  <FileLink
                    variant="default"
                    href={`/api/subscribers/${subscriberUid}/export`}
                    download={`${person.email}.json`}
                  >
                    {t`All stored data (JSON)`}
                  </FileLink>
                  <FileLink
                    variant="default"
                    href={`/api/people/${encodeURIComponent(person.email)}/export.html`}
                    download={`${person.email}.html`}
                  >
                    {t`As a page (HTML)`}
                  </FileLink>
                  <EraseButton listUid={listUid} subscriberUid={subscriberUid} email={person.email} />
                </div>
              </Card>
            )}
          </div>
        </div>
      </div>
    </Page>
  );
}

type ActionsProps = { listUid: string; subscriberUid: string; email: string; status: string | undefined };

function Actions({ listUid, subscriberUid, email, status }: ActionsProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { list_uid: listUid, subscriber_uid: subscriberUid } };
  const unsubscribe = async () => {
    await answerOf(api.PUT('/lists/{list_uid}/subscribers/{subscriber_uid}/unsubscribe', { params }));
    await queryClient.invalidateQueries({ queryKey: ['person', subscriberUid] });
  };
  const remove = async () => {
    await answerOf(api.DELETE('/lists/{list_uid}/subscribers/{subscriber_uid}', { params }));
    await navigate({ to: '/lists/$listUid', params: { listUid }, search: {} });
    await queryClient.invalidateQueries({ queryKey: ['subscribers', listUid] });
  };
  return (
    <>
      <ConfirmButton label={t`Remove from list`} title={t`Remove ${email}?`} onConfirm={remove}>
        {t`This person can be imported again. To stop emailing them, unsubscribe them instead: that is remembered.`}
      </ConfirmButton>
      {status === 'confirmed' && (
        <ConfirmButton label={t`Unsubscribe`} title={t`Unsubscribe ${email}?`} onConfirm={unsubscribe}>
          {t`They no longer get email from this list. Only they themselves can resubscribe.`}
        </ConfirmButton>
      )}
    </>
  );
}

function Suppressed({ suppression }: { suppression: NonNullable<PersonRecord['suppression']> }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useSuppressionWords();
  const since = format.day(Date.parse(suppression.since));
  return (
    <Notice tone="warn">
      {t`This address has been suppressed since ${since} and gets no email from any list: ${words[suppression.reason] ?? suppression.reason}.`}
      {suppression.detail !== '' && <span className="small"> {suppression.detail}</span>}
    </Notice>
  );
}

function Memberships({ person, listUid }: { person: PersonRecord; listUid: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const stateOf = useSubscriberState();
  const sources = { web: t`via a form`, api: t`via the API or by hand`, import: t`via an import` };
  return (
    <Card title={t`Lists`}>
      <div className="stack">
        {person.memberships.map((one) => (
          <div key={one.subscriber_uid} className="stack close">
            <div className="row apart">
              {one.list_uid === listUid ? (
                <b>{one.list_name}</b>
              ) : (
                <Link
                  to="/lists/$listUid/subscribers/$subscriberUid"
                  params={{ listUid: one.list_uid, subscriberUid: one.subscriber_uid }}
                >
                  {one.list_name}
                </Link>
              )}
              <State tone={stateOf(one.status).tone}>{stateOf(one.status).name}</State>
            </div>
            <dl className="facts">
              <dt>{t`Joined`}</dt>
              <dd>
                {format.instant(Date.parse(one.added_at))}, {sources[one.source]}
              </dd>
              <dt>{t`From`}</dt>
              <dd>{one.ip_address || t`unknown`}</dd>
              <dt>{t`Confirmed`}</dt>
              <dd>
                {one.confirmed_at ? format.instant(Date.parse(one.confirmed_at)) : NOTHING}
                {one.confirm_ip && ` (${one.confirm_ip})`}
              </dd>
            </dl>
          </div>
        ))}
      </div>
    </Card>
  );
}
