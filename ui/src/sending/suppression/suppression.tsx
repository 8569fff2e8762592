// Addresses that get no mail: one by one, and as a file.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/accounts/session.ts';
import { type Suppression, suppressionsQuery } from '../../api/campaigns/suppressions.ts';
import { answerOf, api } from '../../api/client.ts';
import { useCsvAddress } from '../../api/use-csv.ts';
import { useFormat } from '../../api/use-format.ts';
import { Address } from '../../kit/address.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { useSettled } from '../../kit/form/use-settled.ts';
import { instantOfUtc } from '../../kit/format.ts';
import { Empty } from '../../kit/notice.tsx';
import { Choice, FileLink, TextField } from '../../kit/parts.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { RemoteTable } from '../../kit/table/remote-table.tsx';
import { SuppressionFile } from './file.tsx';
import { NewSuppression } from './new.tsx';
import { useDetailWords, useReasonNames } from './reasons.ts';

type Filter = { reason?: Suppression['reason'] | undefined; page?: number | undefined };

export function Suppressions() {
  const { t } = useLingui();
  const csvAddress = useCsvAddress();
  const mayEdit = useMay('edit');
  return (
    <section className="stack close" aria-labelledby="suppression">
      <div className="row apart">
        <h2 id="suppression">{t`Suppression list`}</h2>
        {mayEdit ? (
          <div className="row">
            <FileLink variant="default" href={csvAddress('/api/suppressions.csv')} download>
              {t`Download CSV`}
            </FileLink>
            <SuppressionFile />
            <DialogButton label={t`Block an address`} anchor="block">
              {(close) => <NewSuppression onDone={close} />}
            </DialogButton>
          </div>
        ) : (
          <span className="small">{t`Editors can block and unblock addresses.`}</span>
        )}
      </div>
      <p className="small">
        {t`These addresses get no mail from you, whichever lists they are on. Hard bounces and complaints are added automatically.`}
      </p>
      <Listing mayEdit={mayEdit} />
    </section>
  );
}

function Listing({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const reasons = useReasonNames();
  const detailWords = useDetailWords();
  const navigate = useNavigate();
  const { reason, page = 1 } = useSearch({ from: '/shell/deliverability/suppression' });
  const [typed, setTyped] = useState('');
  const email = useSettled(typed.trim());
  const found = useQuery({ ...suppressionsQuery({ email, reason, page }), placeholderData: keepPreviousData });
  const go = (search: Filter) =>
    void navigate({
      to: '/deliverability/suppression',
      search: { ...(reason && { reason }), ...search },
      replace: true,
    });
  const isFiltered = email !== '' || reason !== undefined;
  return (
    <>
      <div className="row filters">
        <TextField
          type="search"
          aria-label={t`Find an address`}
          placeholder={t`Full address`}
          w={280}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            go({ page: undefined });
          }}
        />
        <Choice
          aria-label={t`Reason`}
          placeholder={t`All reasons`}
          clearable
          clearButtonProps={{ 'aria-label': t`All reasons` }}
          w={220}
          value={reason ?? null}
          data={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
          onChange={(value) => go({ reason: (value as Suppression['reason'] | null) ?? undefined, page: undefined })}
        />
      </div>
      <RemoteTable
        label={t`Suppression list`}
        loading={t`Loading addresses`}
        query={found}
        rowsOf={({ records }) => records}
        keyOf={(row) => row.email}
        empty={
          isFiltered ? (
            <Empty
              title={email === '' ? t`No addresses are blocked for this reason` : t`This address is not blocked`}
            />
          ) : (
            <Empty title={t`No addresses are blocked`}>
              {t`Moving from another program? Upload its list of blocked addresses before your first campaign.`}
            </Empty>
          )
        }
        columns={[
          { head: t`Address`, isName: true, cell: (row) => <Address>{row.email}</Address> },
          { head: t`Reason`, cell: (row) => reasons[row.reason] },
          {
            head: t`Details`,
            isWide: true,
            cell: ({ detail }) => <span className="quiet">{detailWords(detail)}</span>,
          },
          {
            head: t`Since`,
            isNumber: true,
            isInstant: true,
            cell: ({ date_added }) => format.instant(instantOfUtc(date_added)),
          },
          {
            head: t`Actions`,
            isActions: true,
            cell: (row) => mayEdit && <LetGo email={row.email} reason={row.reason} />,
          },
        ]}
        foot={({ count, total_pages }) => (
          <Pager
            page={page}
            pages={Number(total_pages)}
            count={Number(count)}
            onPage={(next) => go({ page: next > 1 ? next : undefined })}
          />
        )}
      />
    </>
  );
}

function LetGo({ email, reason }: Pick<Suppression, 'email' | 'reason'>) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/suppressions/{email}', { params: { path: { email } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['suppressions'] }),
  });
  return (
    <ConfirmButton
      label={t`Unblock`}
      about={t`Unblock ${email}`}
      title={t`Send to ${email} again?`}
      onConfirm={() => remove.mutateAsync()}
    >
      {reason === 'complaint'
        ? t`This person reported your mail as spam. Send to them again only if they asked for it: complaints harm all your mail.`
        : t`From the next campaign on, it gets mail again on every list where it is confirmed.`}
    </ConfirmButton>
  );
}
