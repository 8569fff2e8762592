// The parts of a screen appear together: what comes a moment later would push away what is about to
// be pressed.
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** What takes longer comes by itself; the others are not waited with. */
const LONGEST_MS = 1_000;

/** @returns whether all that a screen asked for first is known, or it is not waited for any more */
export function useGathered(): boolean {
  const client = useQueryClient();
  const [isGathered, setGathered] = useState(false);
  const fetching = useIsFetching({ predicate: isNew });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part may ask on, by what it just got
  useEffect(() => {
    if (client.isFetching({ predicate: isNew }) === 0) setGathered(true);
  }, [client, fetching]);
  useEffect(() => {
    const timer = setTimeout(() => setGathered(true), LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isGathered;
}

const isNew = ({ state }: { state: { status: string } }) => state.status === 'pending';
