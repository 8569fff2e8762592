// Values in error texts.

const SHOWN_CHARACTERS = 60;

/** In quotation marks, and not too long. */
export function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}
