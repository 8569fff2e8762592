// The type of a bounce rule; the rules themselves are in rules-*.ts.

/**
 * One phrase of servers, or one code. `pattern` is matched against the text in lower case without
 * accents, white space as single spaces, addresses as "@". `status` restricts a rule to enhanced
 * codes (`5.7` means all of 5.7.x) or reply codes; a rule without a pattern is about its codes
 * alone. Patterns have no nested quantifiers, so that they stay linear.
 */
export type BounceRule = {
  /** Stored with the bounce; never reused for something else. */
  name: string;
  type: 'hard' | 'soft' | 'internal';
  pattern?: RegExp;
  status?: readonly string[];
  /** The servers that answer like this, or the document that defines it. */
  from: string;
};
