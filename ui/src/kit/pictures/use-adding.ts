// Adding pictures: one after the other, whether they were chosen, dropped or pasted.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Picture } from './tools.ts';

export type Adding = {
  /** How many are still to be added; 0: none. */
  left: number;
  /** What was wrong with files, and with which. */
  faults: readonly string[];
  /** @returns those that were added */
  add: (files: readonly File[]) => Promise<Picture[]>;
};

export function useAdding(addOne: (file: File) => Promise<Picture>): Adding {
  const { t } = useLingui();
  const [left, setLeft] = useState(0);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const add = async (files: readonly File[]) => {
    const added: Picture[] = [];
    // Others may still be on their way: dropped while the first ones were being added.
    if (left === 0) setFaults([]);
    setLeft((before) => before + files.length);
    for (const file of files) {
      const { name } = file;
      try {
        added.push(await addOne(file));
      } catch (error) {
        const why = (error as Error).message;
        setFaults((before) => [...before, t`${name}: ${why}`]);
      }
      setLeft((before) => before - 1);
    }
    return added;
  };
  return { left, faults, add };
}

/**
 * The pictures that are dropped or pasted; none: it was something else, such as words, which office
 * programs put on the clipboard as a picture, too.
 */
export function picturesIn(data: DataTransfer | null): File[] {
  const html = data?.getData('text/html') ?? '';
  if (html.replaceAll(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<[^>]*>|&nbsp;/gi, '').trim() !== '') return [];
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
