// Where a relay is, and how the way to it is encrypted.
import { useLingui } from '@lingui/react/macro';
import type { WholeRelay } from '../../api/campaigns/sending.ts';
import { numberOf } from '../../api/number-of.ts';
import { Check, Choice } from '../../kit/parts.tsx';

export type Tls = WholeRelay['tls'];

export const PORTS: Readonly<Record<Tls, string>> = {
  starttls: '587',
  implicit: '465',
  opportunistic: '587',
  none: '25',
};

type Place = { hostname: string; tls: Tls; port: string; isVerified: boolean };

/** Where a relay is, as it is sent. Without a relay mail goes to other ports, and to any certificate. */
export function placeOf({ hostname, tls, port, isVerified }: Place) {
  const host = hostname.trim();
  if (host.startsWith('direct:')) return { hostname: host, tls };
  const verify_tls = isVerified ? ('yes' as const) : ('no' as const);
  return { hostname: host, tls, port: numberOf(port.trim() || PORTS[tls]), verify_tls };
}

type EncryptionProps = { value: Tls; error: string | undefined; onChange: (tls: Tls) => void };

export function Encryption({ value, error, onChange }: EncryptionProps) {
  const { t } = useLingui();
  return (
    <Choice
      label={t`Encryption`}
      data={[
        { value: 'starttls', label: t`STARTTLS, always` },
        { value: 'implicit', label: t`TLS from the start` },
        { value: 'opportunistic', label: t`STARTTLS if offered` },
        { value: 'none', label: t`None` },
      ]}
      value={value}
      error={error}
      onChange={(tls) => onChange(tls as Tls)}
    />
  );
}

type CertificateProps = {
  tls: Tls;
  isChecked: boolean;
  error: string | undefined;
  onChange: (isChecked: boolean) => void;
};

/** Whether mail goes to a server alone that proves who it is. */
export function CertificateCheck({ tls, isChecked, error, onChange }: CertificateProps) {
  const { t } = useLingui();
  if (tls === 'none') return null;
  return (
    <Check
      label={t`Only with a valid certificate`}
      checked={isChecked}
      error={error}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}
