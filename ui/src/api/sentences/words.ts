// What a sentence of the server is made of, and what has words for it.
import type { components } from '@mailwright/client/schema';

export type Sentence = components['schemas']['Sentence'];
export type Code = Sentence['code'];
// biome-ignore lint/suspicious/noExplicitAny: the code says which values there are
export type Say = (values: Readonly<Record<string, any>>) => string;
/** Words for each code of a kind. */
export type Words<Kind extends string> = Readonly<Record<Extract<Code, `${Kind}-${string}`>, Say>>;
