// What the editor of blocks is given by the screen that has it.
import type { components } from '@mailwright/client/schema';
import { createContext, type ReactNode, useContext } from 'react';
import type { Completion } from '../merge-tags/tag.ts';
import type { Picture } from '../pictures/tools.ts';
import type { Block, Brand, BrandDefaults, Doc, FullLook } from './document/document.ts';
import type { Edited } from './document/use-document.ts';

export type SavedBlock = components['schemas']['SavedBlock'];

export type Updated = components['schemas']['SavedBlockUpdate'];

export type Tools = {
  brand: Brand;
  defaults: BrandDefaults;
  saved: readonly SavedBlock[];
  /** Saves a block for several mails. @returns its uid */
  save: (name: string, block: Block) => Promise<string>;
  /** Changes a saved block. @returns how many drafts and templates have it otherwise now */
  changeSaved: (uid: string, block: Block) => Promise<number>;
  /** Puts a saved block into some of those; `after`: `next` of what it told before. */
  updateDrafts: (uid: string, after: string | undefined) => Promise<Updated>;
  /** A button that gives a picture. */
  choosePicture: (onChoose: (picture: Picture) => void) => ReactNode;
  /** Keeps a picture that was dropped or pasted. @throws Error with what is wrong with it */
  addPicture: (file: File) => Promise<Picture>;
};

/** What the editor asks in a dialog. */
export type Question = { what: 'save'; id: string } | { what: 'update'; uid: string; name: string; count: number };

/** What the parts of the editor share. */
export type Editing = Edited & {
  tools: Tools;
  tags: readonly Completion[];
  look: FullLook;
  /** Conditions over several blocks (`marksAcross`). */
  across: ReadonlyMap<string, string>;
  selected: string | undefined;
  select: (id: string | undefined) => void;
  /** Saves the mail now. */
  flush: () => Promise<boolean>;
  ask: (question: Question) => void;
  /**
   * Changes the blocks. `focus`: the block whose button has the focus after it, '' none; `words`: what
   * happened, for those who do not see it.
   */
  put: (blocks: readonly Block[], how?: { step?: string; focus?: string; words?: string }) => void;
  /** Changes members of a block; undefined takes one away. `step`: as in `put`. */
  set: (block: Block, members: Readonly<Record<string, unknown>>, step?: string) => void;
};

export const EditingContext = createContext<Editing | undefined>(undefined);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('A part of the editor of blocks stands outside of it.');
  return editing;
}

export type { Block, Doc };
