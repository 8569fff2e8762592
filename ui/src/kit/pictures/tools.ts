// What the gallery of pictures is given by the screen that has it.
import type { components } from '@mailwright/client/schema';

export type Picture = components['schemas']['Media'];

export type PictureTools = {
  pictures: readonly Picture[];
  isPending: boolean;
  error: Error | null;
  /** Shows more; undefined: these are all. */
  more: (() => void) | undefined;
  isLoadingMore: boolean;
  search: string;
  setSearch: (search: string) => void;
  isUnused: boolean;
  setUnused: (isUnused: boolean) => void;
  /** Adds one. @throws Error with what is wrong with it */
  add: (file: File) => Promise<Picture>;
  change: (uid: string, changes: { name?: string; alt?: string }) => Promise<void>;
  remove: (uid: string) => Promise<void>;
};

/** Pixels of a mail, of a column in it. */
const SHARP = 2;

/** The address of the file that is sharp at this width, in pixels of the mail. */
export function addressFor({ files }: Picture, width: number): string {
  const enough = files.filter((file) => file.width >= width * SHARP).at(-1);
  return (enough ?? files[0])?.url ?? '';
}
