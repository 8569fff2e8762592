// What an import did, or would do, in numbers.
import { useLingui } from '@lingui/react/macro';
import type { Import } from '../api/lists/imports.ts';
import { useFormat } from '../api/use-format.ts';

export function Figures({ figures }: { figures: NonNullable<Import['result']> }) {
  const { t } = useLingui();
  const format = useFormat();
  const shown = [
    [t`New`, figures.new],
    [t`Changed`, figures.changed],
    [t`Unchanged`, figures.unchanged],
    [t`Bad rows`, figures.bad],
    [t`Still get no email`, figures.stay_unsubscribed],
  ] as const;
  return (
    <dl className="tiles">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{format.number(value)}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
