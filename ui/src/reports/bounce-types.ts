// What kinds of failures are called.
import { useLingui } from '@lingui/react/macro';

export function useBounceTypeName(): (type: string) => string {
  const { t } = useLingui();
  const names: Record<string, string> = { hard: t`permanent`, soft: t`temporary`, internal: t`on our side` };
  return (type) => names[type] ?? type;
}
