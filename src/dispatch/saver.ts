// Writes how far the lanes of a webhook are: what arrives while one transaction is written joins
// the next one.
import type { WebhookLane } from '../storage/tables/webhooks.ts';
import type { LaneState } from '../webhooks/claim.ts';
import type { NewDelivery } from '../webhooks/deliveries/queries.ts';

export type Saver = {
  /**
   * Resolves when it is written, with what was sent, if anything was. @returns whether the webhook
   * is still ours
   */
  save(lane: WebhookLane, delivery?: NewDelivery): Promise<boolean>;
};

type Changes = { lanes: readonly LaneState[]; deliveries: readonly NewDelivery[] };
type Waiting = {
  lane: LaneState;
  delivery: NewDelivery | undefined;
  resolve: (isOurs: boolean) => void;
  reject: (reason: unknown) => void;
};

export function newSaver(write: (changes: Changes) => Promise<boolean>): Saver {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const writeAll = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const lanes = [...new Map(group.map(({ lane }) => [lane.lane, lane])).values()];
      try {
        const isOurs = await write({ lanes, deliveries: group.flatMap(({ delivery }) => delivery ?? []) });
        for (const { resolve } of group) resolve(isOurs);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  };
  return {
    save({ lane, position, until, failures, failing_since, next_at }, delivery) {
      return new Promise((resolve, reject) => {
        const state = { lane, position, until, failures, failing_since, next_at };
        waiting.push({ lane: state, delivery, resolve, reject });
        if (!isWriting) void writeAll();
      });
    },
  };
}
