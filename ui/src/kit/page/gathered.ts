// The parts of a screen appear together: what comes a moment later would push away what is about to
// be pressed.
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Sooner nobody presses anything; what takes longer comes by itself, and the others go before. */
const LONGEST_MS = 400;

/**
 * Tells its screen once, and nothing before: a screen that is being left cannot take in what it is
 * told, and would be drawn again and again, and the next one with it, which asks each time.
 *
 * @returns whether all that a screen asked for first is known, or it is not waited for any more
 */
export function useGathered(): boolean {
  const client = useQueryClient();
  const [isGathered, setGathered] = useState(false);
  useEffect(() => {
    let looking: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      leave();
      setGathered(true);
    };
    const look = () => {
      looking = undefined;
      if (client.isFetching({ predicate: isNew }) === 0) end();
    };
    // Later: a part may ask on, by what it just got. A screen that is gone is not told any more.
    const lookSoon = () => {
      if (!isLeft) looking ??= setTimeout(look);
    };
    let isLeft = false;
    const unsubscribe = client.getQueryCache().subscribe(notifyManager.batchCalls(lookSoon));
    const longest = setTimeout(end, LONGEST_MS);
    const leave = () => {
      isLeft = true;
      unsubscribe();
      clearTimeout(looking);
      clearTimeout(longest);
    };
    look();
    return leave;
  }, [client]);
  return isGathered;
}

const isNew = ({ state }: { state: { status: string } }) => state.status === 'pending';
