// Several facts in one line, each read from the side of its own script.
import { Fragment } from 'react';

type ChainProps = { parts: readonly (string | false | null | undefined)[] };

/** What is not there is left out. */
export function Chain({ parts }: ChainProps) {
  return parts
    .filter((part) => part)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
      <Fragment key={at}>
        {at > 0 && ' · '}
        <bdi>{part}</bdi>
      </Fragment>
    ));
}
