// The shape of a bounce rule; the rules themselves are in rules-*.ts.

/**
 * One sentence of what servers say, or one code. `pattern` is held against the text in lower case without accents, white space
 * as single spaces, addresses as "@". `status` narrows a rule to enhanced codes (`5.7` means all of 5.7.x) or reply codes;
 * a rule without a pattern is about its codes alone. Patterns have no quantifier inside another, so that they stay linear.
 */
export type BounceRule = {
  /** Stands in the record of the bounce; never reused for something else. */
  name: string;
  type: 'hard' | 'soft' | 'internal';
  pattern?: RegExp;
  status?: readonly string[];
  /** Who answers like this, or which document says it. */
  from: string;
};
