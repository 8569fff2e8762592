// A campaign to everybody of a list, until the last of them has it.
import { setTimeout as sleep } from 'node:timers/promises';
import { beginCampaign, type Call } from '../support/api.ts';

const UNDER_WAY = ['pending-sending', 'processing', 'sending'];

/** Sends a campaign with tracked links, and waits for its end. */
export async function sendToAll(call: Call, list: string, people: number): Promise<{ uid: string; seconds: number }> {
  const startedAt = performance.now();
  const uid = await beginCampaign(call, list);
  for (;;) {
    const { data } = await call('GET', `/campaigns/${uid}`);
    if (data.record.status === 'sent') break;
    if (!UNDER_WAY.includes(data.record.status))
      throw new Error(`the campaign is ${data.record.status}: ${data.record.notice}`);
    await sleep(200);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const { data } = await call('GET', `/campaigns/${uid}/stats`);
  const { delivery_success_count: accepted } = data;
  if (Number(accepted) !== people) {
    const all = await call('GET', `/campaigns/${uid}/delivery`);
    const logs = ['fatal-error', 'giveup', 'error', 'blocked'].map((status) =>
      call('GET', `/campaigns/${uid}/delivery-logs?status=${status}&per_page=3`),
    );
    throw new Error(`${accepted} of ${people} were accepted: ${JSON.stringify([all, await Promise.all(logs)])}`);
  }
  return { uid, seconds };
}
