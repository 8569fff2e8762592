// What kinds of devices are called.
import { useLingui } from '@lingui/react/macro';

export function useDeviceName(): (device: string) => string {
  const { t } = useLingui();
  const names: Record<string, string> = {
    desktop: t`desktop`,
    phone: t`phone`,
    tablet: t`tablet`,
    unknown: t`device not known`,
  };
  return (device) => names[device] ?? device;
}
