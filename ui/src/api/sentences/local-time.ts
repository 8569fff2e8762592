// The server writes instants in sentences in UTC.
import { instantOfUtc } from '../../kit/format.ts';
import { useFormat } from '../use-format.ts';

/** Such an instant in the person's time zone. */
export function useLocalTime(): (at: string) => string {
  const format = useFormat();
  return (at) => format.instant(instantOfUtc(at.replace(/ UTC$/, '')));
}
