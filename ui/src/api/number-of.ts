/**
 * A number that was typed, as the API takes it. What is none goes as it is, also an empty text: the
 * server says what is wrong with it, or takes it for none.
 */
export const numberOf = (text: string): number => (/^\d+$/.test(text) ? Number(text) : text) as number;
