// What a list is: its names and how people get on it; and whom its mail comes from.
import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ReadsOnly } from '../api/accounts/reads-only.tsx';
import { useMay } from '../api/accounts/session.ts';
import { faultsOf } from '../api/client.ts';
import { type List, loadSettings, putSettings, settingsQuery } from '../api/lists/lists.ts';
import { ClashNotice } from '../api/shared/clash.tsx';
import type { Based } from '../api/shared/tagged.ts';
import { useSharedForm } from '../api/shared/use-shared-form.ts';
import { Form } from '../kit/form/form.tsx';
import { Card } from '../kit/page/page.tsx';
import { TextArea, TextField, Toggle } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';
import { OptIn } from './opt-in.tsx';

export function ListSettings() {
  const { listUid } = useParams({ from: '/shell/lists/$listUid/settings' });
  const { data } = useSuspenseQuery(settingsQuery(listUid));
  return (
    <div className="split">
      <General key={listUid} listUid={listUid} loaded={data} />
      <Sender key={`${listUid} sender`} listUid={listUid} loaded={data} />
    </div>
  );
}

type Loaded = { list: List; tag: string };
type Changes = components['schemas']['ListChanges'];

/** A block of the list; the others stay. */
function useBlock<Block extends object>(
  { listUid, loaded }: { listUid: string; loaded: Loaded },
  { blockOf, sentOf }: { blockOf: (list: List) => Block; sentOf: (changes: Partial<Block>) => Changes },
) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const basedOn = ({ list, tag }: Loaded): Based<Block> => ({ members: blockOf(list), tag });
  return useSharedForm(
    basedOn(loaded),
    {
      put: (changes, tag) => putSettings(listUid, sentOf(changes), tag),
      load: async () => basedOn(await loadSettings(listUid)),
    },
    async () => {
      await queryClient.invalidateQueries({ queryKey: ['lists'] });
      toast(t`List saved.`);
    },
  );
}

/** Without a name of its own or a description, subscribers see the name. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['display_name', 'description', 'subject']);

/** What the field of a text needs. */
function fieldOf<Form extends object>(form: Form, setForm: (form: Form) => void, isDisabled: boolean) {
  return (name: keyof Form & string, fault: string | undefined) => ({
    value: String(form[name]),
    error: fault,
    disabled: isDisabled,
    required: !MAY_BE_EMPTY.has(name),
    withAsterisk: false,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
}

function generalOf({ general }: List) {
  const { name, display_name, description, opt_in = 'double', visibility = 'public' } = general;
  return { name, display_name, description, opt_in, visibility };
}
type General = ReturnType<typeof generalOf>;
type TextOfGeneral = 'name' | 'display_name' | 'description';

function General(of: { listUid: string; loaded: Loaded }) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const { form, setForm, send, save, clash } = useBlock<General>(of, {
    blockOf: generalOf,
    sentOf: (general) => ({ general }),
  });
  const textOf = fieldOf(form, setForm, !mayEdit);
  const { name } = generalOf(of.loaded.list);
  const onSubmit = () => {
    // What was the same as the name goes on being so.
    const following = (text: string) => (text === name || text === '' ? form.name : text);
    const { display_name, description } = form;
    send({ ...form, display_name: following(display_name), description: following(description) });
  };
  const faults = faultsOf(save.error);
  const text = (of: TextOfGeneral) => textOf(of, faults[`general.${of}`]);
  return (
    <Card title={t`About this list`}>
      <Form
        onSubmit={onSubmit}
        fault={save.error}
        question={clash && <ClashNotice clash={clash} />}
        submit={t`Save`}
        isPending={save.isPending}
        isDisabled={!mayEdit}
        beside={!mayEdit && <ReadsOnly />}
      >
        <TextField label={t`Name`} description={t`The name you see here`} {...text('name')} />
        <TextField
          label={t`Name that subscribers see`}
          description={t`Shown on its form and pages, and in emails`}
          {...text('display_name')}
        />
        <TextArea
          label={t`Description`}
          description={t`Shown above the form if it says more than the name`}
          autosize
          minRows={2}
          {...text('description')}
        />
        <OptIn value={form.opt_in} isDisabled={!mayEdit} onChange={(opt_in) => setForm({ ...form, opt_in })} />
        <Toggle
          label={t`Private`}
          description={t`No form: people are added by import, by hand or through the API.`}
          checked={form.visibility === 'private'}
          disabled={!mayEdit}
          onChange={(event) => setForm({ ...form, visibility: event.currentTarget.checked ? 'private' : 'public' })}
        />
      </Form>
    </Card>
  );
}

function senderOf({ defaults }: List) {
  const { from_name, from_email, reply_to, subject } = defaults;
  return { from_name, from_email, reply_to, subject };
}

function Sender(of: { listUid: string; loaded: Loaded }) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const { form, setForm, send, save, clash } = useBlock(of, {
    blockOf: senderOf,
    sentOf: (defaults) => ({ defaults }),
  });
  const textOf = fieldOf(form, setForm, !mayEdit);
  const faults = faultsOf(save.error);
  const text = (of: keyof typeof form) => textOf(of, faults[`defaults.${of}`]);
  return (
    <Card title={t`Defaults for new campaigns`}>
      <Form
        onSubmit={() => send()}
        fault={save.error}
        question={clash && <ClashNotice clash={clash} />}
        submit={t`Save`}
        isPending={save.isPending}
        isDisabled={!mayEdit}
        beside={!mayEdit && <ReadsOnly />}
      >
        <p className="quiet">{t`Existing campaigns keep their sender and subject.`}</p>
        <TextField label={t`From name`} {...text('from_name')} />
        <TextField label={t`From address`} type="email" {...text('from_email')} />
        <TextField label={t`Replies go to`} type="email" {...text('reply_to')} />
        <TextField label={t`Subject`} description={t`Optional`} {...text('subject')} />
      </Form>
    </Card>
  );
}
