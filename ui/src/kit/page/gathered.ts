// The parts of a screen appear together: what comes a moment later would push away what is about to
// be pressed.
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Sooner nobody presses anything; what takes longer comes by itself, and the others go before. */
const LONGEST_MS = 400;

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
