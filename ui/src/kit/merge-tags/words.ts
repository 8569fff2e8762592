// Merge tags in words: the field's name, and what it falls back to.
import { useLingui } from '@lingui/react/macro';
import { createContext, useContext, useMemo } from 'react';
import { type Completion, readValue } from './tag.ts';

/** The tags that there are where something is written or shown. */
export const TagsContext = createContext<readonly Completion[]>([]);

/** @returns the words for a tag as it is written; one that is not known stays as it is */
export function useTagWords(): (written: string) => string {
  const { t } = useLingui();
  const tags = useContext(TagsContext);
  return useMemo(() => {
    const names = new Map(tags.map(({ label, detail }) => [label.slice(1, -1), detail]));
    return (written) => {
      const { name: tag = '', fallback = '' } = readValue(written) ?? {};
      const name = names.get(tag);
      if (!name) return written;
      return fallback === '' ? name : t`${name} or “${fallback}”`;
    };
  }, [t, tags]);
}
