// The people of a list: found by the beginning of their address, or by state.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { answerOf, api } from '../api/client.ts';
import { fieldsQuery } from '../api/fields.ts';
import { useMay } from '../api/session.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Empty } from '../kit/notice.tsx';
import { Pager } from '../kit/pager.tsx';
import { ButtonLink, TextField } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/remote-table.tsx';
import { State } from '../kit/state.tsx';
import { PersonForm } from './person-form.tsx';
import { SUBSCRIBER_STATES, useSubscriberState } from './states.ts';

/** Fields beside the address that the table has room for. */
const SHOWN_FIELDS = 3;

export function Subscribers() {
  const { t } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/' });
  const filter = useSearch({ from: '/shell/lists/$listUid/' });
  const navigate = useNavigate();
  const mayEdit = useMay('edit');
  const stateOf = useSubscriberState();
  const status = SUBSCRIBER_STATES.find((state) => state === filter.status);
  const show = (search: typeof filter) =>
    navigate({ to: '/lists/$listUid', params: { listUid }, search, replace: true });
  const fields = useQuery(fieldsQuery(listUid));
  const people = useQuery({
    queryKey: ['subscribers', listUid, filter],
    queryFn: async () => {
      const query = { per_page: 50, page: filter.page, status, search: filter.search };
      return (
        await answerOf(api.GET('/lists/{list_uid}/subscribers', { params: { path: { list_uid: listUid }, query } }))
      ).data;
    },
    placeholderData: keepPreviousData,
  });
  const columns = (fields.data ?? [])
    .filter(({ tag, visibility }) => tag !== 'EMAIL' && visibility !== 'none')
    .slice(0, SHOWN_FIELDS);
  const isFiltered = Boolean(filter.search || status);
  return (
    <div className="stack close">
      <div className="row apart">
        <div className="chips">
          {[undefined, ...SUBSCRIBER_STATES.slice(0, 4)].map((state) => (
            <button
              key={state ?? 'all'}
              type="button"
              className="chip"
              aria-pressed={status === state}
              onClick={() => show({ ...filter, status: state, page: undefined })}
            >
              {state ? stateOf(state).name : t`All`}
            </button>
          ))}
        </div>
        <div className="row">
          <TextField
            aria-label={t`Search by address`}
            placeholder={t`Beginning of an address`}
            defaultValue={filter.search ?? ''}
            onChange={(event) => show({ ...filter, search: event.target.value || undefined, page: undefined })}
          />
          {mayEdit && (
            <DialogButton label={t`Add somebody`} variant="default">
              {(close) => <PersonForm listUid={listUid} onDone={close} />}
            </DialogButton>
          )}
        </div>
      </div>
      <RemoteTable
        label={t`Subscribers`}
        loading={t`Loading subscribers`}
        query={people}
        rowsOf={({ records }) => records}
        keyOf={({ subscriber_uid }) => subscriber_uid}
        empty={
          isFiltered ? (
            <Empty title={t`Nobody fits this filter`} />
          ) : (
            <Empty
              title={t`Nobody is on this list yet`}
              action={
                mayEdit && <ButtonLink to="/lists/$listUid/import" params={{ listUid }}>{t`Import people`}</ButtonLink>
              }
            >
              {t`Import a file, add people one by one, or give the sign-up form to visitors of your site.`}
            </Empty>
          )
        }
        columns={[
          {
            head: t`Address`,
            isName: true,
            cell: ({ EMAIL, subscriber_uid: subscriberUid }) => (
              <Link to="/lists/$listUid/subscribers/$subscriberUid" params={{ listUid, subscriberUid }}>
                {EMAIL}
              </Link>
            ),
          },
          {
            head: t`State`,
            cell: (person) => <State tone={stateOf(person.status).tone}>{stateOf(person.status).name}</State>,
          },
          ...columns.map(({ tag, label }) => ({
            head: label,
            isWide: true,
            cell: (person: Record<string, string>) => person[tag] ?? '',
          })),
        ]}
        foot={({ current_page, total_pages, count }) => (
          <Pager
            page={current_page}
            pages={total_pages}
            count={Number(count)}
            onPage={(page) => show({ ...filter, page })}
          />
        )}
      />
    </div>
  );
}
