// A time zone to choose, found by its name.
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useState } from 'react';
import { Choice } from '../parts.tsx';
import { zonesOf } from '../time-zones.ts';

type ZoneProps = {
  label: string;
  description?: string;
  zone: string;
  isReadOnly?: boolean;
  error?: ReactNode;
  onChange: (zone: string) => void;
};

export function ZoneChoice({ label, description, zone, isReadOnly = false, error, onChange }: ZoneProps) {
  const { t } = useLingui();
  const [first] = useState(zone); // one that the browser calls otherwise stays to be chosen
  const zones = useMemo(() => zonesOf(first), [first]);
  return (
    <Choice
      {...{ label, description, error }}
      searchable
      limit={60}
      allowDeselect={false}
      nothingFoundMessage={t`No such time zone`}
      data={zones}
      readOnly={isReadOnly}
      value={zone}
      onChange={(value) => value && onChange(value)}
    />
  );
}
