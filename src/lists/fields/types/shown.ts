// How error texts quote values.

const SHOWN_CHARACTERS = 60;

/** The text in quotation marks, shortened. */
export function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}
