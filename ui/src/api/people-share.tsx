// How many people something came of, and their share of a whole.
import { useFormat } from './use-format.ts';

/** `of`: everybody; of some events there may be more than that. */
export function PeopleShare({ people, of }: { people: number; of: number }) {
  const format = useFormat();
  return (
    <>
      {format.number(people)} <span className="small">{format.share(Math.min(people, of), of)}</span>
    </>
  );
}
