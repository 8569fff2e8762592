// All lists of the customer.
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api } from '../api/client.ts';
import { foldedOf, type List, listsQuery } from '../api/lists/lists.ts';
import { peopleCountQuery } from '../api/lists/people.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { Button, ButtonLink, TextField } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { ChosenTag, Tags } from '../kit/tags.tsx';
import { NewList } from './new-list.tsx';
import { TagsForm } from './tags-form.tsx';

/** So many are shown at first, as two figures of each are asked for; from so many on there is a search. */
const AT_ONCE = 50;
const FEW = 10;

export function Lists() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const lists = useQuery(listsQuery);
  const { tag } = useSearch({ from: '/shell/lists' });
  const navigate = useNavigate();
  const choose = (next: string | undefined) =>
    void navigate({ to: '/lists', search: next === undefined ? {} : { tag: next }, replace: true });
  const [shown, setShown] = useState(AT_ONCE);
  const [search, setSearch] = useState('');
  const found = ({ name }: List['general']) => foldedOf(name).includes(foldedOf(search.trim()));
  const fits = ({ general }: List) =>
    found(general) && (tag === undefined || (general.tags ?? []).some((one) => isSame(one, tag)));
  const hasMany = search !== '' || (lists.data?.records.length ?? 0) > FEW;
  return (
    <Page title={t`Lists`} actions={<NewList />}>
      {hasMany && (
        <TextField
          className="filters"
          aria-label={t`Search by name`}
          placeholder={t`Search by name`}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {tag !== undefined && (
        <div className="chips filters">
          <ChosenTag tag={tag} clear={() => choose(undefined)} />
        </div>
      )}
      <RemoteTable
        label={t`Lists`}
        loading={t`Loading lists`}
        query={lists}
        rowsOf={({ records }) => records.filter(fits).slice(0, shown)}
        keyOf={({ general }) => general.list_uid}
        foot={({ records }) =>
          records.filter(fits).length > shown && (
            <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>{t`Show more lists`}</Button>
          )
        }
        empty={
          search.trim() !== '' ? (
            <Empty
              title={t`No list has this in its name`}
              action={<Button variant="default" onClick={() => setSearch('')}>{t`Show all lists`}</Button>}
            />
          ) : tag === undefined ? (
            <Empty title={t`No lists yet`}>{t`A list holds people and what you know of them.`}</Empty>
          ) : (
            <Empty
              title={t`No list has this tag`}
              action={<Button variant="default" onClick={() => choose(undefined)}>{t`Show all lists`}</Button>}
            />
          )
        }
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
            cell: ({ general }) => mayEdit && <ListActions general={general} />,
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

/** As the server compares tags. */
const isSame = (one: string, other: string) => foldedOf(one) === foldedOf(other);

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
      <DialogButton label={t`Tags`} title={t`Tags of ${name}`} about={t`Tags of ${name}`} variant="subtle" isCompact>
        {(close) => <TagsForm listUid={listUid} tags={tags} close={close} />}
      </DialogButton>
      <ConfirmButton
        label={t`Remove`}
        about={t`Remove “${name}”`}
        title={t`Remove “${name}”?`}
        name={name}
        onConfirm={remove}
      >
        {t`Its people, their values and its segments go with it. Reports of campaigns stay. This cannot be undone.`}
      </ConfirmButton>
    </>
  );
}
