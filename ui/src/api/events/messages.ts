// What the stream of events tells, and reading it from its text (WHATWG HTML, section 9.2).

import type { Sentence } from '../sentences/words.ts';

/** A campaign that is scheduled, on its way, or ended lately. */
export type CampaignNow = {
  campaign_uid: string;
  status: string;
  audience: number;
  accepted: number;
  rejected: number;
  uncertain: number;
  skipped: number;
  deferred: number;
  unique_opens: number;
  unique_clicks: number;
  filtered_unique_opens: number;
  filtered_unique_clicks: number;
  unsubscribes: number;
  bounces: number;
  notice: string | null;
  /** The same with codes and values. */
  sentences: Sentence[];
};
export type ListNow = { list_uid: string; subscribers: number; confirmed: number };
export type JobNow = {
  job_uid: string;
  kind: string;
  list_uid: string | null;
  state: string;
  phase: string | null;
  percent: number;
};

export type DomainNow = { domain_uid: string; name: string; checked_at: number; broken: number };

/** The test inbox; null: there is no mail. */
export type InboxNow = { newest_mail_id: string | null };

/** `snapshot`: everything there is; `changes`: what differs from what was told before. */
export type Told = {
  event: 'snapshot' | 'changes';
  campaigns: CampaignNow[];
  lists: ListNow[];
  jobs: JobNow[];
  domains: DomainNow[];
  inbox: InboxNow[];
};

/** Takes the text of a stream piece by piece. @returns the messages that are whole by now */
export function newReader(): (text: string) => Told[] {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    return parts.flatMap((part) => readMessage(part) ?? []);
  };
}

function readMessage(part: string): Told | undefined {
  const lines = part.split('\n');
  const member = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [event, data] = [member('event'), member('data')];
  if (data === undefined || (event !== 'snapshot' && event !== 'changes')) return undefined; // a line that keeps it open
  return { event, ...(JSON.parse(data) as Omit<Told, 'event'>) };
}
