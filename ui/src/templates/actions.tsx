// What can be done with a template: another name, a copy, or away with it.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { copyTemplate, type TemplateCard } from '../api/campaigns/templates.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { ConfirmDialog } from '../kit/confirm-button.tsx';
import { Form } from '../kit/form/form.tsx';
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
  /** In a card. */
  isCompact?: boolean;
};

export function TemplateActions({ template, save, onGone, isCompact = false }: ActionsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const { template_uid: uid, name } = template;
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['templates'] });
  const copy = useMutation({
    async mutationFn() {
      if (save && !(await save())) throw new Error(t`Not duplicated: your latest changes are not saved yet.`);
      return copyTemplate(uid, t`Copy of ${name}`.slice(0, 255));
    },
    async onSuccess(templateUid) {
      await refresh();
      await navigate({ to: '/templates/$templateUid', params: { templateUid } });
      toast(t`This is a copy of ${name}`);
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  const remove = async () => {
    await answerOf(api.DELETE('/templates/{template_uid}', { params: { path: { template_uid: uid } } }));
    onGone?.();
    toast(t`${name} was removed`);
    await refresh();
  };
  const close = () => setOpen(undefined);
  return (
    <>
      <RowMenu
        button={(props) => (
          <Button
            {...props}
            variant={isCompact ? 'subtle' : 'default'}
            size={isCompact ? 'compact-sm' : 'sm'}
            aria-label={t`More for ${name}`}
            loading={copy.isPending}
          >
            {t`More`}
          </Button>
        )}
      >
        <Menu.Item onClick={() => setOpen('rename')}>{t`Rename`}</Menu.Item>
        <Menu.Item onClick={() => copy.mutate()}>{t`Duplicate`}</Menu.Item>
        <Menu.Item color="red" onClick={() => setOpen('delete')}>{t`Remove…`}</Menu.Item>
      </RowMenu>
      <Dialog opened={open === 'rename'} onClose={close} title={t`Rename the template`}>
        {open === 'rename' && <Rename template={template} close={close} refresh={refresh} />}
      </Dialog>
      <ConfirmDialog
        title={t`Remove the template?`}
        isOpen={open === 'delete'}
        close={close}
        label={t`Remove`}
        name={name}
        onConfirm={remove}
      >
        {t`This cannot be undone. Campaigns created from this template keep their content.`}
      </ConfirmDialog>
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
        label={t`Template name`}
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
