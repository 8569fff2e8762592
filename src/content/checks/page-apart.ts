// Looks at long pages in a thread: one of 5 MB takes a second or more, in which this thread would
// answer nobody.
import { inIdleThread } from '../../coordination/idle-thread.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { lookAtPage, type PageJob, type PageResult } from './page.ts';

/** Pages up to this length are looked at in milliseconds, whatever they hold. */
const QUICK = 50_000;
/** Far above the time of the longest page. */
const PATIENCE_MS = MINUTE_MS;
const IDLE_MS = 10_000;

const lookInThread = inIdleThread<PageJob, PageResult>(new URL('./page-thread.ts', import.meta.url), {
  name: 'checks',
  patienceMs: PATIENCE_MS,
  idleMs: IDLE_MS,
});

/** Looks at a page: here when that is fast, else in the thread. */
export function lookAtPageApart(job: PageJob): PageResult | Promise<PageResult> {
  const { campaign, preview } = job;
  const length = campaign.content.length + (campaign.plain_text?.length ?? 0) + preview.html.length;
  return length <= QUICK ? lookAtPage(job) : lookInThread(job, campaign.customer_id);
}
