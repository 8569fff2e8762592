/**
 * What a field shows: the server takes white space from the ends of a text, and whoever rests after a
 * word goes on after the space that they typed.
 * @param typed what was typed last on this screen; absent: nothing was
 * @param bare what the server makes of it
 */
export function asTyped<V>(typed: V | undefined, stored: V, bare = (text: string) => text.trim()): V {
  if (typeof typed !== 'string' || typeof stored !== 'string') return stored;
  return bare(typed) === stored ? typed : stored;
}
