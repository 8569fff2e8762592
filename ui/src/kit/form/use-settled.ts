// A value that changes with each key, once it rests.
import { useEffect, useState } from 'react';

const REST_MS = 120;

/** @returns the value as it was when it last rested; empty at once, so that nothing old stays */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
