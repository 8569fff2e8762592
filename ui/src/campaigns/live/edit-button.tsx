// The way into the editor of a campaign that has begun: it is paused while it is changed.
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/accounts/session.ts';
import { usePause } from '../../api/campaigns/campaigns.ts';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Button, ButtonLink } from '../../kit/parts.tsx';

type EditProps = {
  campaignUid: string;
  status: string;
  /** Whether people get it for as long as it runs: an autoresponder, or a recurring one. */
  isLasting: boolean;
};

export function EditButton({ campaignUid, status, isLasting }: EditProps) {
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
          <p>
            {isLasting
              ? t`Nothing is sent until you resume it. People who become due meanwhile get it then, with your changes.`
              : t`Nothing is sent until you resume it. People who do not have it yet get it then, with your changes.`}
          </p>
        </Form>
      )}
    </DialogButton>
  );
}
