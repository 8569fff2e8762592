// The figures of a campaign, of what events tell.
import type { CampaignNow } from './messages.ts';

export const RUNNING: readonly string[] = ['processing', 'sending', 'paused'];

export type Figures = ReturnType<typeof figuresOf>;

export function figuresOf(now: CampaignNow) {
  const { audience, accepted, rejected, uncertain, skipped } = now;
  const part = (people: number) => partOf(people, accepted);
  return {
    audience,
    accepted,
    rejected,
    uncertain,
    skipped,
    raw: { opened: part(now.unique_opens), clicked: part(now.unique_clicks) },
    filtered: { opened: part(now.filtered_unique_opens), clicked: part(now.filtered_unique_clicks) },
    unsubscribed: part(now.unsubscribes),
    bounced: part(now.bounces),
  };
}

/** At most 100 %, as in src/reports/percent.ts: more than were accepted can have opened. */
export const partOf = (people: number, accepted: number) => ({
  people,
  rate: accepted > 0 ? Math.min(100, Math.round((10_000 * people) / accepted) / 100) : 0,
});
