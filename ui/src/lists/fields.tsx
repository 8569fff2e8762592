// The fields of a list: what is known of each person. Fields are added, changed and removed here.
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { type Field, fieldsQuery } from '../api/lists/fields.ts';
import { formPreviewQuery, type UnsavedField } from '../api/lists/form-preview.ts';
import { useTypeNames } from '../api/lists/type-names.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { useSettled } from '../kit/form/use-settled.ts';
import { Empty } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { Button } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { FieldForm } from './field-form.tsx';
import { LiveForm } from './live-form.tsx';

/** The address is what makes a subscriber: it stays. */
const ADDRESS = 'EMAIL';

export function Fields() {
  const { t, i18n } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/fields' });
  const mayEdit = useMay('edit');
  const names = useTypeNames();
  const fields = useQuery(fieldsQuery(listUid));
  const [edited, setEdited] = useState<Field | 'new'>();
  const [unsaved, setUnsaved] = useState<UnsavedField>();
  const settled = useSettled(edited !== undefined && unsaved ? JSON.stringify(unsaved) : '');
  const field = settled === '' ? undefined : (JSON.parse(settled) as UnsavedField);
  const preview = useQuery(
    formPreviewQuery(listUid, { language: i18n.locale === 'de' ? 'de' : 'en', ...(field && { field }) }),
  );
  const faults = field ? faultsOf(preview.error) : {};
  const close = () => {
    setEdited(undefined);
    setUnsaved(undefined);
  };
  return (
    <div className={edited === undefined ? 'beside wide' : 'beside'}>
      <div className="stack">
        {edited === undefined ? (
          <>
            <div className="row apart">
              <p className="quiet">{t`What you know about each person on this list. In an email, the tag in brackets is replaced by the value.`}</p>
              {mayEdit && <Button onClick={() => setEdited('new')}>{t`New field`}</Button>}
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
                { head: t`Tag`, cell: ({ tag }) => <div className="mono field-tag">[{tag}]</div> },
                {
                  head: t`Type`,
                  isWide: true,
                  cell: ({ type, required, visibility }) => (
                    <>
                      {names[type.identifier] ?? type.name}
                      {required === 'yes' && <div className="quiet small">{t`required`}</div>}
                      {visibility === 'hidden' && <div className="quiet small">{t`not shown in forms`}</div>}
                    </>
                  ),
                },
                {
                  head: t`Actions`,
                  isActions: true,
                  cell: (one) =>
                    mayEdit && <FieldActions listUid={listUid} field={one} change={() => setEdited(one)} />,
                },
              ]}
            />
          </>
        ) : (
          <Card title={edited === 'new' ? t`New field` : edited.label}>
            <FieldForm
              listUid={listUid}
              field={edited === 'new' ? undefined : edited}
              faults={faults}
              onDraft={setUnsaved}
              onDone={close}
            />
          </Card>
        )}
      </div>
      <LiveForm
        src={preview.data && field?.tag ? `${preview.data}#at-${field.tag.toUpperCase()}` : preview.data}
        note={preview.error ? t`This is how it looked before the last change` : undefined}
      />
    </div>
  );
}

function FieldActions({ listUid, field, change }: { listUid: string; field: Field; change: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const remove = async () => {
    const params = { path: { list_uid: listUid, field_id: field.field_id } };
    await answerOf(api.DELETE('/lists/{list_uid}/fields/{field_id}', { params }));
    await queryClient.invalidateQueries({ queryKey: ['fields', listUid] });
  };
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t`Edit field “${field.label}”`}
        onClick={change}
      >{t`Edit`}</Button>
      {field.tag !== ADDRESS && (
        <ConfirmButton
          label={t`Remove`}
          about={t`Remove the field “${field.label}”`}
          title={t`Remove the field “${field.label}”?`}
          name={field.tag}
          onConfirm={remove}
        >
          {t`Its values are removed too, for everyone on the list. This cannot be undone.`}
        </ConfirmButton>
      )}
    </>
  );
}
