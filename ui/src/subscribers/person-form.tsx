// What is known of a person, to be filled in and changed.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReadsOnly } from '../api/accounts/reads-only.tsx';
import { useMay } from '../api/accounts/session.ts';
import { ApiError, answerOf, api, faultsOf } from '../api/client.ts';
import { fieldsQuery } from '../api/lists/fields.ts';
import { Form } from '../kit/form/form.tsx';
import { Loading, Refused } from '../kit/notice.tsx';
import { FieldInput } from './field-input.tsx';

type Person = Readonly<Record<string, string>> & { subscriber_uid: string };
type PersonFormProps = { listUid: string; person?: Person; onDone?: () => void };

/** This many fit on a screen with what stands around them. */
const FEW_FIELDS = 6;

export function PersonForm({ listUid, person, onDone }: PersonFormProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const fields = useQuery(fieldsQuery(listUid));
  const mayEdit = useMay('edit');
  const [changes, setChanges] = useState<Record<string, string>>({});
  const save = useMutation({
    async mutationFn(sent: Record<string, string>) {
      const path = { list_uid: listUid };
      if (person) {
        const params = { path: { ...path, subscriber_uid: person.subscriber_uid } };
        return answerOf(api.PUT('/lists/{list_uid}/subscribers/{subscriber_uid}', { params, body: sent }));
      }
      const body = { EMAIL: '', ...sent, details: { status: 'confirmed' as const } };
      return answerOf(api.POST('/lists/{list_uid}/subscribers', { params: { path }, body }));
    },
    async onSuccess(_, sent) {
      await queryClient.invalidateQueries({ queryKey: ['subscribers', listUid] });
      if (person) await queryClient.invalidateQueries({ queryKey: ['person', person.subscriber_uid] });
      // What was typed while it was being saved stays.
      setChanges((now) => Object.fromEntries(Object.entries(now).filter(([tag, value]) => sent[tag] !== value)));
      onDone?.();
    },
  });
  if (!fields.data) return fields.error ? <Refused query={fields} /> : <Loading label={t`Loading the fields`} />;
  const faults = faultsOf(save.error);
  const ofAddress = addressFaultIn(save.error);
  return (
    <Form
      onSubmit={() => save.mutate(changes)}
      fault={save.error}
      submit={person ? t`Save` : t`Add`}
      isPending={save.isPending}
      isLong={fields.data.length > FEW_FIELDS}
      isDisabled={!mayEdit || Object.keys(changes).length === 0}
      beside={!mayEdit && <ReadsOnly />}
    >
      {fields.data.map((field) => (
        <FieldInput
          key={field.tag}
          field={field}
          value={changes[field.tag] ?? person?.[field.tag] ?? ''}
          isReadOnly={!mayEdit}
          fault={faults[field.tag] ?? (field.tag === 'EMAIL' ? ofAddress : undefined)}
          onChange={(value) => setChanges({ ...changes, [field.tag]: value })}
        />
      ))}
    </Form>
  );
}

const REFUSALS: ReadonlySet<number> = new Set([409, 422]);

/** A refusal that names no field is about the address: there is none, or it is there already. */
function addressFaultIn(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || !REFUSALS.has(error.status)) return undefined;
  return Object.keys(error.fields).length === 0 ? error.message : undefined;
}
