// All lists of the customer.
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api } from '../api/client.ts';
import { listsQuery } from '../api/lists/lists.ts';
import { peopleCountQuery } from '../api/lists/people.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { ButtonLink } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { NewList } from './new-list.tsx';

export function Lists() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const lists = useQuery(listsQuery);
  return (
    <Page title={t`Lists`} actions={<NewList />}>
      <RemoteTable
        label={t`Lists`}
        loading={t`Loading lists`}
        query={lists}
        rowsOf={({ records }) => records}
        keyOf={({ general }) => general.list_uid}
        empty={<Empty title={t`No lists yet`}>{t`A list holds people and what you know of them.`}</Empty>}
        columns={[
          {
            head: t`List`,
            isName: true,
            cell: ({ general }) => (
              <Link to="/lists/$listUid" params={{ listUid: general.list_uid }}>
                {general.name}
              </Link>
            ),
          },
          { head: t`People`, isNumber: true, cell: ({ general }) => <People listUid={general.list_uid} /> },
          {
            head: t`Get mail`,
            isNumber: true,
            isWide: true,
            cell: ({ general }) => <People listUid={general.list_uid} status="confirmed" />,
          },
          {
            head: t`Actions`,
            isActions: true,
            cell: ({ general }) => mayEdit && <ListActions listUid={general.list_uid} name={general.name} />,
          },
        ]}
      />
    </Page>
  );
}

/** From the tallies: the same cost however many there are. */
function People({ listUid, status }: { listUid: string; status?: 'confirmed' }) {
  const format = useFormat();
  const count = useQuery(peopleCountQuery(listUid, status ? { status } : {}));
  return count.data === undefined ? '…' : format.number(count.data);
}

function ListActions({ listUid, name }: { listUid: string; name: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const remove = async () => {
    await answerOf(api.DELETE('/lists/{list_uid}', { params: { path: { list_uid: listUid } } }));
    await queryClient.invalidateQueries({ queryKey: ['lists'] });
  };
  return (
    <>
      <ButtonLink to="/lists/$listUid/import" params={{ listUid }} variant="subtle">{t`Import`}</ButtonLink>
      <ConfirmButton label={t`Delete`} title={t`Delete “${name}”?`} name={name} onConfirm={remove}>
        {t`Its people, their values and its segments go with it. Reports of campaigns stay. This cannot be undone.`}
      </ConfirmButton>
    </>
  );
}
