// Lets a campaign go on that was changed meanwhile: with what was typed, not without it.
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../api/accounts/session.ts';
import { usePause } from '../../../api/campaigns/campaigns.ts';
import { Button } from '../../../kit/parts.tsx';
import type { Draft } from '../saving/use-draft.ts';

export function GoOnButton({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const maySend = useMay('send');
  const goOn = usePause(draft.uid, false);
  if (!maySend) return null;
  const press = async () => {
    if (!(await draft.flush())) return;
    await goOn.mutateAsync();
    await navigate({ to: '/campaigns/$campaignUid', params: { campaignUid: draft.uid } });
  };
  return <Button loading={goOn.isPending} onClick={() => void press().catch(() => undefined)}>{t`Resume`}</Button>;
}
