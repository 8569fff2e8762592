// All lists of the customer.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listsQuery } from '../api/lists.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { RemoteTable } from '../kit/remote-table.tsx';
import { NewList } from './new-list.tsx';

export function Lists() {
  const { t } = useLingui();
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
          { head: t`Shown as`, isWide: true, cell: ({ general }) => general.display_name },
        ]}
      />
    </Page>
  );
}
