// What all rows have: a name, how many they hold for alone, and a way to take them off.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../api/use-format.ts';
import { Button } from '../kit/parts.tsx';

/** What is known of the rows, by the path under which the API speaks of them. */
export type Known = {
  paths: ReadonlyMap<number, string>;
  faults: Readonly<Record<string, string>>;
  counts: ReadonlyMap<string, number>;
  isExact: boolean;
};

/** What the API said of one row, by member; '' is the row as a whole. */
export function faultsOf({ paths, faults }: Known, id: number): Record<string, string> {
  const path = paths.get(id) ?? '';
  const mine = Object.entries(faults).filter(([name]) => name === path || name.startsWith(`${path}.`));
  return Object.fromEntries(mine.map(([name, words]) => [name.slice(path.length + 1), words]));
}

type FrameProps = {
  id: number;
  /** As "2" or "2.1": names the row. */
  number: string;
  known: Known;
  className?: string;
  onRemove: (() => void) | undefined;
  children: ReactNode;
};

export function Frame({ id, number, known, className = '', onRemove, children }: FrameProps) {
  const { t } = useLingui();
  const fault = faultsOf(known, id)[''];
  return (
    <fieldset className={`condition bare ${className}`} data-row={id}>
      <legend className="unseen">{t`Condition ${number}`}</legend>
      {children}
      <div className="condition-end">
        <Count known={known} id={id} />
        {onRemove && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t`Remove condition ${number}`}
            onClick={onRemove}
          >{t`Remove`}</Button>
        )}
      </div>
      {fault && <p className="small bad condition-fault">{fault}</p>}
    </fieldset>
  );
}

/** For how many a row holds by itself. */
export function Count({ known, id }: { known: Known; id: number }) {
  const { t } = useLingui();
  const format = useFormat();
  const count = known.counts.get(known.paths.get(id) ?? '');
  if (count === undefined) return <span className="quiet small">–</span>;
  const shown = format.number(count);
  return (
    <span className="quiet small figures" title={t`Matches this condition alone`}>
      {known.isExact ? shown : `≈ ${shown}`}
    </span>
  );
}
