// What a list is: its names and how people get on it; and whom its mail comes from.
import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ReadsOnly } from '../api/accounts/reads-only.tsx';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { type List, listQuery } from '../api/lists/lists.ts';
import { Form } from '../kit/form/form.tsx';
import { Card } from '../kit/page/page.tsx';
import { TextArea, TextField, Toggle } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';
import { OptIn } from './opt-in.tsx';

export function ListSettings() {
  const { listUid } = useParams({ from: '/shell/lists/$listUid/settings' });
  const { data } = useSuspenseQuery(listQuery(listUid));
  return (
    <div className="split">
      <General key={listUid} listUid={listUid} general={data.general} />
      <Sender key={`${listUid} sender`} listUid={listUid} defaults={data.defaults} />
    </div>
  );
}

type Changes = components['schemas']['ListChanges'];

/** `onSaved`: once it is stored, before it is shown as such. */
type Saving = { body: Changes; onSaved?: () => void };

/** Saves one block of the list; the others stay. */
function useSave(listUid: string) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: Saving) =>
      answerOf(api.PUT('/lists/{list_uid}', { params: { path: { list_uid: listUid } }, body })),
    async onSuccess(_, { onSaved }) {
      onSaved?.();
      await queryClient.invalidateQueries({ queryKey: ['lists'] });
      toast(t`The list is changed.`);
    },
  });
}

/** Without a name of its own or a description, subscribers see the name. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['display_name', 'description', 'subject']);

/** The texts of a form with what a field needs of each. */
function useTexts<Form extends Record<string, string>>(stored: Form) {
  const mayEdit = useMay('edit');
  const [form, setForm] = useState(stored);
  const textOf = (name: keyof Form & string, fault: string | undefined) => ({
    value: form[name],
    error: fault,
    disabled: !mayEdit,
    required: !MAY_BE_EMPTY.has(name),
    withAsterisk: false,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return { form, setForm, textOf, mayEdit };
}

function General({ listUid, general }: { listUid: string; general: List['general'] }) {
  const { t } = useLingui();
  const { name, display_name, description } = general;
  const { form, setForm, textOf, mayEdit } = useTexts({ name, display_name, description });
  const [ways, setWays] = useState({ optIn: general.opt_in ?? 'double', isPrivate: general.visibility === 'private' });
  const save = useSave(listUid);
  const send = () => {
    // What was the same as the name goes on being so.
    const following = (text: string) => (text === name || text === '' ? form.name : text);
    const named = {
      ...form,
      display_name: following(form.display_name),
      description: following(form.description),
    };
    const visibility = ways.isPrivate ? ('private' as const) : ('public' as const);
    save.mutate({
      body: { general: { ...named, opt_in: ways.optIn, visibility } },
      onSaved: () => setForm((now) => (now === form ? named : now)), // else somebody writes on
    });
  };
  const faults = faultsOf(save.error);
  const text = (of: keyof typeof form) => textOf(of, faults[`general.${of}`]);
  return (
    <Card title={t`What it is`}>
      <Form
        onSubmit={send}
        fault={save.error}
        submit={t`Save`}
        isPending={save.isPending}
        isDisabled={!mayEdit}
        beside={!mayEdit && <ReadsOnly />}
      >
        <TextField label={t`Name`} description={t`What it is called here`} {...text('name')} />
        <TextField
          label={t`Name that subscribers see`}
          description={t`On its form and pages, and in mails`}
          {...text('display_name')}
        />
        <TextArea
          label={t`Description`}
          description={t`Stands above the form when it says more than the name`}
          autosize
          minRows={2}
          {...text('description')}
        />
        <OptIn value={ways.optIn} isDisabled={!mayEdit} onChange={(optIn) => setWays({ ...ways, optIn })} />
        <Toggle
          label={t`Private`}
          description={t`It has no form: people come onto it by import, by hand and by the API.`}
          checked={ways.isPrivate}
          disabled={!mayEdit}
          onChange={(event) => setWays({ ...ways, isPrivate: event.currentTarget.checked })}
        />
      </Form>
    </Card>
  );
}

function Sender({ listUid, defaults }: { listUid: string; defaults: List['defaults'] }) {
  const { t } = useLingui();
  const { from_name, from_email, reply_to, subject } = defaults;
  const { form, textOf, mayEdit } = useTexts({ from_name, from_email, reply_to, subject });
  const save = useSave(listUid);
  const faults = faultsOf(save.error);
  const text = (of: keyof typeof form) => textOf(of, faults[`defaults.${of}`]);
  return (
    <Card title={t`What new campaigns begin with`}>
      <Form
        onSubmit={() => save.mutate({ body: { defaults: form } })}
        fault={save.error}
        submit={t`Save`}
        isPending={save.isPending}
        isDisabled={!mayEdit}
        beside={!mayEdit && <ReadsOnly />}
      >
        <p className="quiet">{t`Campaigns that are there keep their sender and subject.`}</p>
        <TextField label={t`Mail comes from (name)`} {...text('from_name')} />
        <TextField label={t`Mail comes from (address)`} type="email" {...text('from_email')} />
        <TextField label={t`Answers go to`} type="email" {...text('reply_to')} />
        <TextField label={t`Subject`} description={t`May be empty`} {...text('subject')} />
      </Form>
    </Card>
  );
}
