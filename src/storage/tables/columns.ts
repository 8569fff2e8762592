// Column types that both engines give back alike.

export type Flag = 0 | 1;
/**
 * JSON kept as text, so that both engines give back the same. Read with JSON.parse in the owning
 * folder.
 */
export type JsonText = string;
