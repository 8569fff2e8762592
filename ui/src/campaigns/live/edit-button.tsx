// The way into the editor of an autoresponder that has begun: it is paused while it is changed.
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/accounts/session.ts';
import { usePause } from '../../api/campaigns/campaigns.ts';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Button, ButtonLink } from '../../kit/parts.tsx';

export function EditButton({ campaignUid, status }: { campaignUid: string; status: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [mayEdit, maySend] = [useMay('edit'), useMay('send')];
  const pause = usePause(campaignUid, true);
  if (!mayEdit || !maySend) return null;
  const editor = { to: '/campaigns/$campaignUid', params: { campaignUid }, search: { view: 'edit' } } as const;
  const edit = async () => {
    await pause.mutateAsync();
    await navigate(editor); // also from a page that shows already that it is paused
  };
  if (status === 'paused')
    return (
      <ButtonLink variant="default" {...editor}>
        {t`Edit`}
      </ButtonLink>
    );
  return (
    <DialogButton label={t`Edit…`} title={t`Pause it to edit?`} variant="default">
      {(close) => (
        <Form
          onSubmit={() => void edit().catch(() => undefined)}
          fault={pause.error}
          submit={t`Pause and edit`}
          isPending={pause.isPending}
          beside={<Button variant="subtle" onClick={close}>{t`Cancel`}</Button>}
        >
          <p>{t`Nothing is sent until you resume it. People who become due meanwhile get it then, with your changes.`}</p>
        </Form>
      )}
    </DialogButton>
  );
}
