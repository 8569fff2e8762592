// How CSV files are written for the person who downloads them.
import { useLocale } from './use-format.ts';

/** Excel expects a semicolon between columns where numbers are written with a comma. */
export function useCsvSeparator(): ',' | ';' {
  return new Intl.NumberFormat(useLocale()).format(1.5).includes(',') ? ';' : ',';
}

/** Makes the address of a CSV file of the API one of the file as this person's Excel reads it. */
export function useCsvAddress(): (path: string) => string {
  const separator = useCsvSeparator();
  return (path) => (separator === ';' ? `${path}${path.includes('?') ? '&' : '?'}separator=semicolon` : path);
}
