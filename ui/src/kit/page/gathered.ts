// The parts of a screen appear together: what comes a moment later would push away what is about to
// be pressed. What takes longer comes from the top down, each part below those that are there.
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';

/** Sooner nobody presses anything; what takes longer comes by itself, and the others go before. */
const LONGEST_MS = 400;

/** What is later than this is not worth hiding for what stands below it. */
const IN_ORDER_MS = 2_500;

/** All is on its way; what is below something awaited is hidden; everything is shown. */
export type Stage = 'gathering' | 'in-order' | 'whole';

/**
 * Tells its screen when a stage begins, and nothing besides: a screen that is being left cannot take
 * in what it is told, and would be drawn again and again, and the next one with it, which asks each
 * time.
 *
 * @param place the parts of the screen; what may still come is marked `awaited` among them
 */
export function useGathered(place: RefObject<HTMLElement | null>): Stage {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>('gathering');
  useEffect(() => {
    let looking: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      leave();
      setStage('whole');
    };
    const look = () => {
      looking = undefined;
      if (client.isFetching({ predicate: isNew }) > 0) return;
      if (place.current?.querySelector('.awaited')) setStage('in-order');
      else end();
    };
    // Later: a part may ask on, by what it just got. A screen that is gone is not told any more.
    const lookSoon = () => {
      if (!isLeft) looking ??= setTimeout(look);
    };
    let isLeft = false;
    const unsubscribe = client.getQueryCache().subscribe(notifyManager.batchCalls(lookSoon));
    const longest = setTimeout(() => setStage('in-order'), LONGEST_MS);
    const inOrder = setTimeout(end, IN_ORDER_MS);
    const leave = () => {
      isLeft = true;
      unsubscribe();
      clearTimeout(looking);
      clearTimeout(longest);
      clearTimeout(inOrder);
    };
    look();
    return leave;
  }, [client, place]);
  return stage;
}

const isNew = ({ state }: { state: { status: string } }) => state.status === 'pending';
