// Why somebody cannot change what stands there.
import { useLingui } from '@lingui/react/macro';

export function ReadsOnly() {
  const { t } = useLingui();
  return (
    <span className="quiet small">{t`Your role can only view. Someone with the right to edit can change this.`}</span>
  );
}
