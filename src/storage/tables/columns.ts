// Column types that both engines return alike.

export type Flag = 0 | 1;
/**
 * JSON kept as text, so that both engines return the same. Parsed with JSON.parse in the owning
 * room.
 */
export type JsonText = string;
