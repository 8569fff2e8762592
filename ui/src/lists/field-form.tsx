// A field: what people see, its tag, its type, and what the type asks for.
import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, answerOf, api } from '../api/client.ts';
import type { Field } from '../api/lists/fields.ts';
import type { UnsavedField } from '../api/lists/form-preview.ts';
import { useTypeNames } from '../api/lists/type-names.ts';
import { numberOf } from '../api/number-of.ts';
import { Form } from '../kit/form/form.tsx';
import { Button, Check, Choice, TextArea, TextField } from '../kit/parts.tsx';
import { ALL_RULES, RuleFields, type Rules, rulesOf } from './field-rules.tsx';
import './field-form.css';

type NewField = components['schemas']['NewField'];

const WITH_OPTIONS: ReadonlySet<string> = new Set(['dropdown', 'multiselect', 'checkboxlist', 'radiolist']);

type FieldFormProps = {
  listUid: string;
  field: Field | undefined;
  /** What the live form said of it. */
  faults: Readonly<Record<string, string>>;
  onDraft: (unsaved: UnsavedField) => void;
  onDone: () => void;
};

/** Types whose rules few fields need. */
const LONG_RULES: ReadonlySet<string> = new Set(['text', 'textarea', 'url']);
const MORE = [...ALL_RULES, 'default_value', 'help_text', 'description', 'sort_order'];

export function FieldForm({ listUid, field, faults: told, onDraft, onDone }: FieldFormProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const types = useQuery({
    queryKey: ['field-types'],
    queryFn: async () => (await answerOf(api.GET('/lists/fields/types'))).data.records,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [form, setForm] = useState(() => formOf(field));
  const names = useTypeNames();
  const body = bodyOf(form);
  const draft = JSON.stringify(draftOf(body, field, t`New field`));
  useEffect(() => onDraft(JSON.parse(draft) as UnsavedField), [draft, onDraft]);
  const save = useMutation({
    async mutationFn() {
      if (!field) {
        const params = { path: { list_uid: listUid } };
        return answerOf(api.POST('/lists/{list_uid}/fields', { params, body }));
      }
      const params = { path: { list_uid: listUid, field_id: field.field_id } };
      return answerOf(api.PUT('/lists/{list_uid}/fields/{field_id}', { params, body }));
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['fields', listUid] });
      onDone();
    },
  });
  const faults = { ...told, ...(save.error instanceof ApiError && save.error.fields) };
  const text = (name: 'label' | 'tag' | 'default_value' | 'help_text' | 'description' | 'sort_order') => ({
    value: form[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const isFolded = LONG_RULES.has(form.type);
  const rules = (
    <RuleFields
      type={form.type}
      rules={form.rules}
      faults={faults}
      onChange={(changed) => setForm({ ...form, rules: changed })}
    />
  );
  return (
    <Form
      onSubmit={() => save.mutate()}
      fault={save.error}
      submit={t`Save field`}
      isPending={save.isPending}
      beside={<Button variant="subtle" onClick={onDone}>{t`Cancel`}</Button>}
    >
      <TextField label={t`Label`} required withAsterisk={false} autoFocus {...text('label')} />
      <TextField
        label={t`Tag`}
        description={t`Use [${form.tag || tagOf(form.label) || 'TAG'}] in emails`}
        placeholder={tagOf(form.label)}
        {...text('tag')}
      />
      <Choice
        label={t`Type`}
        searchable
        disabled={field !== undefined}
        data={(types.data ?? []).map(({ identifier, name }) => ({
          value: identifier,
          label: names[identifier] ?? name,
        }))}
        value={form.type}
        error={faults['type']}
        onChange={(type) => type && setForm({ ...form, type: type as NewField['type'] })}
      />
      {WITH_OPTIONS.has(form.type) && (
        <TextArea
          label={t`Options`}
          description={t`One per line. Use “value = name” if the stored value differs from what people see`}
          autosize
          minRows={3}
          value={form.options}
          error={faults['options']}
          onChange={(event) => setForm({ ...form, options: event.target.value })}
        />
      )}
      {!isFolded && rules}
      <Check
        label={t`Required`}
        checked={form.isRequired}
        onChange={(event) => setForm({ ...form, isRequired: event.target.checked })}
      />
      <Check
        label={t`Shown in forms`}
        checked={form.isVisible}
        onChange={(event) => setForm({ ...form, isVisible: event.target.checked })}
      />
      <More has={MORE.some((name) => faults[name] !== undefined)}>
        {isFolded && rules}
        <TextField label={t`Default value`} {...text('default_value')} />
        <TextField label={t`Help next to the field`} {...text('help_text')} />
        <TextField label={t`Description`} {...text('description')} />
        <TextField
          label={t`Position in the form`}
          description={t`Fields with lower numbers come first`}
          inputMode="numeric"
          {...text('sort_order')}
        />
      </More>
    </Form>
  );
}

/** What few fields need, folded away until it is asked for, or something in it is wrong. */
function More({ has, children }: { has: boolean; children: ReactNode }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="more-fields" open={isOpen || has} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t`More: limits, help, position`}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}

type FieldDraft = ReturnType<typeof formOf>;

/** What is typed and chosen of a field. */
function formOf(field: Field | undefined) {
  return {
    label: field?.label ?? '',
    tag: field?.tag ?? '',
    type: field?.type.identifier ?? ('text' as const),
    options: optionsText(field?.options),
    isRequired: field?.required === 'yes',
    isVisible: (field?.visibility ?? 'visible') === 'visible',
    default_value: field?.default_value ?? '',
    help_text: field?.help_text ?? '',
    description: field?.description ?? '',
    sort_order: field?.sort_order ?? '',
    rules: Object.fromEntries(ALL_RULES.map((name) => [name, textOf(field, name)])) as Rules,
  };
}

/** What the API is told of it. */
function bodyOf(form: FieldDraft): NewField {
  return {
    label: form.label,
    tag: form.tag || tagOf(form.label),
    type: form.type,
    required: form.isRequired ? 'yes' : 'no',
    visibility: form.isVisible ? 'visible' : 'hidden',
    default_value: form.default_value,
    help_text: form.help_text,
    description: form.description,
    ...(form.sort_order !== '' && { sort_order: numberOf(form.sort_order) }),
    ...rulesOf(form.type, form.rules),
    ...(WITH_OPTIONS.has(form.type) && { options: optionsOf(form.options) }),
  };
}

/** What the live form is told: a new field needs a name before it can be shown. */
function draftOf(body: NewField, field: Field | undefined, unnamed: string): UnsavedField {
  if (field) return { ...body, field_id: field.field_id };
  const options = body.options && Array.isArray(body.options) && body.options.length === 0;
  return {
    ...body,
    ...(body.label.trim() === '' && { label: unnamed }),
    ...(body.tag === '' && { tag: 'NEW_FIELD' }),
    ...(options && { options: [{ name: '…', value: '1' }] }),
  };
}

function textOf(field: Field | undefined, name: string): string {
  const value = (field as Record<string, unknown> | undefined)?.[name];
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A tag from what people see: `Date of birth` → `DATE_OF_BIRTH`. */
function tagOf(label: string): string {
  const plain = label.normalize('NFKD').replace(/[̀-ͯ]/g, '');
  return plain
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 50);
}

function optionsText(options: Field['options']): string {
  if (!options) return '';
  const pairs = Array.isArray(options) ? options : Object.entries(options).map(([value, name]) => ({ value, name }));
  return pairs.map(({ value, name }) => (value === name ? name : `${value} = ${name}`)).join('\n');
}

function optionsOf(text: string): { name: string; value: string }[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, value = line, name = line] = /^(.*?)\s*=\s*(.*)$/.exec(line) ?? [];
      return { value, name };
    });
}
