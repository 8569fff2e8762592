// What can be done with a template: another name, a copy, or away with it.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { copyTemplate, type TemplateCard } from '../api/campaigns/templates.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { Form } from '../kit/form/form.tsx';
import { Notice } from '../kit/notice.tsx';
import { Button, Dialog, Menu, TextField } from '../kit/parts.tsx';
import { RowMenu } from '../kit/row-menu.tsx';
import { toast } from '../kit/toast.ts';

export type Named = Pick<TemplateCard, 'template_uid' | 'name'>;
type Open = 'rename' | 'delete' | undefined;

type ActionsProps = {
  template: Named;
  /** Saves what is being typed at it. @returns whether everything is saved */
  save?: () => Promise<boolean>;
  onGone?: () => void;
};

export function TemplateActions({ template, save, onGone }: ActionsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const { template_uid: uid, name } = template;
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['templates'] });
  const copy = useMutation({
    async mutationFn() {
      if (save && !(await save())) throw new Error(t`Not duplicated: what you typed last is not saved yet.`);
      return copyTemplate(uid, t`Copy of ${name}`.slice(0, 255));
    },
    async onSuccess(templateUid) {
      await refresh();
      await navigate({ to: '/templates/$templateUid', params: { templateUid } });
      toast(t`This is the copy of ${name}`);
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  const close = () => setOpen(undefined);
  return (
    <>
      <RowMenu
        button={(props) => (
          <Button
            {...props}
            variant="subtle"
            size="compact-sm"
            aria-label={t`More for ${name}`}
            loading={copy.isPending}
          >
            {t`More`}
          </Button>
        )}
      >
        <Menu.Item onClick={() => setOpen('rename')}>{t`Rename`}</Menu.Item>
        <Menu.Item onClick={() => copy.mutate()}>{t`Duplicate`}</Menu.Item>
        <Menu.Item onClick={() => setOpen('delete')}>{t`Delete…`}</Menu.Item>
      </RowMenu>
      <Dialog
        opened={open === 'rename'}
        onClose={close}
        title={t`Rename the template`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {open === 'rename' && <Rename template={template} close={close} refresh={refresh} />}
      </Dialog>
      <Dialog
        opened={open === 'delete'}
        onClose={close}
        title={t`Delete the template?`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {open === 'delete' && <Delete template={template} close={close} refresh={refresh} onGone={onGone} />}
      </Dialog>
    </>
  );
}

type InnerProps = { template: Named; close: () => void; refresh: () => Promise<void> };

function Rename({ template, close, refresh }: InnerProps) {
  const { t } = useLingui();
  const [name, setName] = useState(template.name);
  const rename = useMutation({
    mutationFn: () => {
      const params = { path: { template_uid: template.template_uid } };
      return answerOf(api.PUT('/templates/{template_uid}', { params, body: { name } }));
    },
    async onSuccess() {
      await refresh();
      close();
    },
  });
  return (
    <Form onSubmit={() => rename.mutate()} fault={rename.error} submit={t`Rename`} isPending={rename.isPending}>
      <TextField
        label={t`Name of the template`}
        required
        withAsterisk={false}
        maxLength={255}
        data-autofocus
        value={name}
        error={faultsOf(rename.error)['name']}
        onChange={(event) => setName(event.target.value)}
      />
    </Form>
  );
}

function Delete({ template, close, refresh, onGone }: InnerProps & { onGone: (() => void) | undefined }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const { name, template_uid } = template;
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/templates/{template_uid}', { params: { path: { template_uid } } })),
    async onSuccess() {
      onGone?.();
      close();
      toast(t`${name} is deleted`);
      await refresh();
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === name) remove.mutate();
      }}
    >
      {remove.error && <Notice tone="bad">{remove.error.message}</Notice>}
      <p>{t`The template is gone for good. Campaigns that were made from it keep their content.`}</p>
      <TextField
        label={t`Type “${name}” to go on`}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="row">
        <Button type="submit" color="red" loading={remove.isPending} disabled={typed !== name}>
          {t`Delete`}
        </Button>
        <Button variant="default" onClick={close}>
          {t`Leave it`}
        </Button>
      </div>
    </form>
  );
}
