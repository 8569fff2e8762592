// All lists of the customer.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api } from '../api/client.ts';
import { type List, type ListCounts, listCountsQuery, listPagesQuery } from '../api/lists/lists.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { useTyped } from '../kit/form/use-typed.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { Button, ButtonLink, TextField } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { ShowMore } from '../kit/table/show-more.tsx';
import { ChosenTag, Tags } from '../kit/tags.tsx';
import { type ListsSearch, listsSearch } from '../searches.ts';
import { NewList } from './new-list.tsx';
import { TagsForm } from './tags-form.tsx';

/** From this many on there is a search. */
const FEW = 10;

export function Lists() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const format = useFormat();
  const filter = useSearch({ from: '/shell/lists' });
  const { tag, search = '' } = filter;
  const navigate = useNavigate();
  const show = (next: ListsSearch) => void navigate({ to: '/lists', search: listsSearch({ ...next }), replace: true });
  const choose = (next: string) => show({ ...filter, tag: next });
  const [typed, setTyped] = useTyped(search, (text) => show({ ...filter, search: text }));
  const lists = useInfiniteQuery({
    ...listPagesQuery({ ...filter, search: search.trim() || undefined }),
    placeholderData: keepPreviousData,
  });
  const dots = (count: number | undefined) => (count === undefined ? '…' : format.number(count));
  const counts = useCounts(lists.data?.pages ?? []);
  const hasMany = typed !== '' || search !== '' || Number(lists.data?.pages[0]?.count ?? 0) > FEW;
  return (
    <Page title={t`Lists`} actions={<NewList />}>
      {hasMany && (
        <TextField
          className="filters"
          aria-label={t`Search by name`}
          placeholder={t`Search by name`}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {tag !== undefined && (
        <div className="chips filters">
          <ChosenTag tag={tag} clear={() => show({ search })} />
        </div>
      )}
      <RemoteTable
        label={t`Lists`}
        loading={t`Loading lists`}
        query={lists}
        rowsOf={({ pages }) => pages.flatMap(({ records }) => records)}
        keyOf={({ general }) => general.list_uid}
        foot={() => <ShowMore pages={lists} />}
        empty={<NoLists filter={filter} showAll={() => show({})} />}
        columns={[
          {
            head: t`List`,
            isName: true,
            cell: ({ general }) => (
              <>
                <Link to="/lists/$listUid" params={{ listUid: general.list_uid }}>
                  {general.name}
                </Link>
                <Tags tags={general.tags ?? []} choose={choose} />
              </>
            ),
          },
          {
            head: t`People`,
            isNumber: true,
            cell: ({ general }) => dots(counts.get(general.list_uid)?.people),
          },
          {
            head: t`Get email`,
            isNumber: true,
            isWide: true,
            cell: ({ general }) => dots(counts.get(general.list_uid)?.confirmed),
          },
          {
            head: t`Last 7 days`,
            isNumber: true,
            cell: ({ general }) => <Lately counts={counts.get(general.list_uid)} />,
          },
          {
            head: t`Actions`,
            isActions: true,
            cell: ({ general }) => mayEdit && <ListActions general={general} />,
          },
        ]}
      />
    </Page>
  );
}

/** Why the table is empty. */
function NoLists({ filter, showAll }: { filter: ListsSearch; showAll: () => void }) {
  const { t } = useLingui();
  const all = <Button variant="default" onClick={showAll}>{t`Show all lists`}</Button>;
  if (filter.search) return <Empty title={t`No lists match this search`} action={all} />;
  if (filter.tag !== undefined) return <Empty title={t`No lists with this tag`} action={all} />;
  return (
    <Empty
      title={t`No lists yet`}
    >{t`A list holds people and what you know about them. Create your first one with “New list”.`}</Empty>
  );
}

/** The counts of the lists on these pages, by uid: one question a page. */
function useCounts(pages: readonly { records: readonly List[] }[]): ReadonlyMap<string, ListCounts> {
  const asked = useQueries({
    queries: pages
      .map(({ records }) => records.map(({ general }) => general.list_uid))
      .filter((uids) => uids.length > 0)
      .map(listCountsQuery),
  });
  return new Map(asked.flatMap(({ data = [] }) => data.map((one) => [one.list_uid, one])));
}

/** Whether the list grows, and who left. */
function Lately({ counts }: { counts: ListCounts | undefined }) {
  const { t } = useLingui();
  const format = useFormat();
  if (!counts) return '…';
  const left = format.number(counts.left);
  return (
    <>
      {format.change(counts.grown)}
      {counts.left > 0 && <div className="quiet small" style={{ whiteSpace: 'nowrap' }}>{t`${left} unsubscribed`}</div>}
    </>
  );
}

function ListActions({ general }: Pick<List, 'general'>) {
  const { t } = useLingui();
  const { list_uid: listUid, name, tags = [] } = general;
  const queryClient = useQueryClient();
  const remove = async () => {
    await answerOf(api.DELETE('/lists/{list_uid}', { params: { path: { list_uid: listUid } } }));
    await queryClient.invalidateQueries({ queryKey: ['lists'] });
  };
  return (
    <>
      <ButtonLink
        to="/lists/$listUid/import"
        params={{ listUid }}
        variant="subtle"
        size="compact-sm"
        aria-label={t`Import into ${name}`}
      >{t`Import`}</ButtonLink>
      <DialogButton label={t`Tags`} title={t`Tags for ${name}`} about={t`Tags for ${name}`} variant="subtle" isCompact>
        {(close) => <TagsForm listUid={listUid} tags={tags} close={close} />}
      </DialogButton>
      <ConfirmButton
        label={t`Remove`}
        about={t`Remove “${name}”`}
        title={t`Remove “${name}”?`}
        name={name}
        onConfirm={remove}
      >
        {t`Its people, their values and its segments are removed too. Campaign reports stay. This cannot be undone.`}
      </ConfirmButton>
    </>
  );
}
