// A mail address or a domain, which breaks after the @ or a dot when it has to break.
import { Fragment } from 'react';

/** A domain that is no longer than this stays whole. */
const LONG = 24;

/** @param children the address, or a domain alone */
export function Address({ children }: { children: string }) {
  const domain = children.slice(children.lastIndexOf('@') + 1);
  const parts = children.split(domain.length > LONG ? /(?<=[@.+_-])/ : /(?<=[.+_-])(?=.*@)|(?<=@)/);
  return (
    <span className="address" title={children}>
      {parts.map((part, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
        <Fragment key={n}>
          {n > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
