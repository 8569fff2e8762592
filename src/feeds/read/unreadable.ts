import { inEnglish, type Sentence } from '../../kernel/sentences/sentence.ts';

/** A document cannot be parsed. `sentence`: why, as a part of a sentence for people. */
export class UnreadableError extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(inEnglish(sentence));
    this.sentence = sentence;
  }
}
