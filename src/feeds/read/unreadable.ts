/** Why a text is no such document, as a sentence for people. */
export class UnreadableError extends Error {}
