/** Why a document cannot be parsed, as a sentence for people. */
export class UnreadableError extends Error {}
