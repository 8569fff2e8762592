// The fields of a list: what is known of each person. Fields are added, changed and removed here.
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api } from '../api/client.ts';
import { type Field, fieldsQuery } from '../api/lists/fields.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Empty } from '../kit/notice.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { FieldForm } from './field-form.tsx';

/** The address is what makes a subscriber: it stays. */
const ADDRESS = 'EMAIL';

export function Fields() {
  const { t } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/fields' });
  const mayEdit = useMay('edit');
  const fields = useQuery(fieldsQuery(listUid));
  return (
    <div className="stack">
      <div className="row apart">
        <p className="quiet">{t`What is known of each person on this list. In a mail, the tag in brackets stands for the value.`}</p>
        {mayEdit && (
          <DialogButton label={t`New field`}>{(close) => <FieldForm listUid={listUid} onDone={close} />}</DialogButton>
        )}
      </div>
      <RemoteTable
        label={t`Fields`}
        loading={t`Loading fields`}
        query={fields}
        rowsOf={(all) => all}
        keyOf={({ field_id }) => field_id}
        empty={<Empty title={t`No fields`} />}
        columns={[
          { head: t`Field`, isName: true, cell: ({ label }) => label },
          { head: t`Tag`, cell: ({ tag }) => <span className="mono">[{tag}]</span> },
          { head: t`Type`, isWide: true, cell: ({ type }) => type.name },
          { head: t`Required`, isWide: true, cell: ({ required }) => (required === 'yes' ? t`Yes` : t`No`) },
          {
            head: t`Actions`,
            isActions: true,
            cell: (field) => mayEdit && <FieldActions listUid={listUid} field={field} />,
          },
        ]}
      />
    </div>
  );
}

function FieldActions({ listUid, field }: { listUid: string; field: Field }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const remove = async () => {
    const params = { path: { list_uid: listUid, field_id: field.field_id } };
    await answerOf(api.DELETE('/lists/{list_uid}/fields/{field_id}', { params }));
    await queryClient.invalidateQueries({ queryKey: ['fields', listUid] });
  };
  return (
    <>
      <DialogButton label={t`Change`} title={field.label} variant="subtle">
        {(close) => <FieldForm listUid={listUid} field={field} onDone={close} />}
      </DialogButton>
      {field.tag !== ADDRESS && (
        <ConfirmButton
          label={t`Remove`}
          title={t`Remove the field “${field.label}”?`}
          name={field.tag}
          onConfirm={remove}
        >
          {t`Its values are removed with it, of everybody on the list. This cannot be undone.`}
        </ConfirmButton>
      )}
    </>
  );
}
