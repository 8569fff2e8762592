// The name of a file, which breaks between its words and before its ending when it has to break.
import { Fragment } from 'react';
import { partsOfFileName } from './file-name-parts.ts';

export function FileName({ children }: { children: string }) {
  return partsOfFileName(children).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
