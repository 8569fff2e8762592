// Looks at long pages in a thread: one of 5 MB takes a second or more, in which this thread would
// answer nobody.
import { inIdleThread } from '../../coordination/idle-thread.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { lookAtPage, type PageJob, type PageResult } from './page.ts';
import { type ExampleJob, exampleOf, type PageWork } from './page-work.ts';

/** Pages up to this length are looked at in milliseconds, whatever they hold. */
const QUICK = 50_000;
/** Far above the time of the longest page. */
const PATIENCE_MS = MINUTE_MS;
const IDLE_MS = 10_000;

const inThread = inIdleThread<PageWork, PageResult | string>(new URL('./page-thread.ts', import.meta.url), {
  name: 'checks',
  tooHeavy: (limits) => say('template-heavy-checks', limits),
  patienceMs: PATIENCE_MS,
  idleMs: IDLE_MS,
});

/** Looks at a page: here when that is fast, else in the thread. */
export function lookAtPageApart(job: PageJob): PageResult | Promise<PageResult> {
  const { campaign, preview } = job;
  const length = campaign.content.length + (campaign.plain_text?.length ?? 0) + preview.html.length;
  if (length <= QUICK) return lookAtPage(job);
  return inThread({ kind: 'look', job }, campaign.customer_id) as Promise<PageResult>;
}

/** The page of a template with examples in it: made here when that is fast, else in the thread. */
export async function exampleApart(job: ExampleJob, customerId: number): Promise<string> {
  return job.html.length <= QUICK
    ? exampleOf(job)
    : (inThread({ kind: 'example', job }, customerId) as Promise<string>);
}
