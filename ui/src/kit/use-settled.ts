// A value that changes with each key, once it rests.
import { useDebouncedValue } from '@mantine/hooks';

const REST_MS = 120;

/** @returns the value as it was when it last rested; empty at once, so that nothing old stays */
export function useSettled(text: string): string {
  const [settled] = useDebouncedValue(text, REST_MS);
  return text === '' ? '' : settled;
}
