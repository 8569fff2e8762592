// A compilation as plain data that can go to a thread.
import { knownTags } from '../campaigns/merge/values.ts';
import { type CompiledMessage, compileMessage, type MessageSource } from '../mail/mime/compile.ts';

export type CompileJob = {
  source: Omit<MessageSource, 'isKnownTag'>;
  /** The tags of the list's fields. */
  tags: readonly string[];
};

/** Compiles the message. */
export function compileJob({ source, tags }: CompileJob): CompiledMessage {
  return compileMessage({ ...source, isKnownTag: knownTags(tags.map((tag) => ({ tag }))) });
}
