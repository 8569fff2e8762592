// A few figures beside each other, each with its name above and a word or two below.
import type { ReactNode } from 'react';

export type Tile = { name: string; value: string; note?: ReactNode; more?: ReactNode };

export function Tiles({ tiles, label }: { tiles: readonly Tile[]; label?: string }) {
  return (
    <dl className="card tiles" aria-label={label}>
      {tiles.map(({ name, value, note, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            {note && <span className="small">{note}</span>}
            {more && <div>{more}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
