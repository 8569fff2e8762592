// Compiles large pages in a thread. A page that inlines its styles or is long may take seconds:
// meanwhile this thread answers requests and feeds its lanes. One page after the other.
import { inIdleThread } from '../coordination/idle-thread.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { inSlices } from '../kernel/slices.ts';
import type { CompiledMessage } from '../mail/mime/compile.ts';
import { type PackedMessage, unpackedSteps } from '../mail/mime/packed.ts';
import { type CompileJob, compileJob } from './compile-job.ts';

/** Texts up to this length compile in milliseconds, whatever they hold. */
const QUICK = 50_000;
/** Far above the time of the longest page. */
const PATIENCE_MS = 120_000;
const IDLE_MS = 10_000;

const compileInThread = inIdleThread<CompileJob, PackedMessage>(new URL('./compile-thread.ts', import.meta.url), {
  name: 'compiler',
  tooHeavy: (limits) => say('template-heavy-content', limits),
  patienceMs: PATIENCE_MS,
  idleMs: IDLE_MS,
});

/**
 * Compiles a message: here when that is fast, else in the thread, where customers take turns.
 * Rejects with the compiler's error.
 */
export async function compileApart(job: CompileJob, customerId: number): Promise<CompiledMessage> {
  if (isQuick(job)) return compileJob(job);
  return inSlices(unpackedSteps(await compileInThread(job, customerId)));
}

function isQuick({ source: { html, text, inlineCss } }: CompileJob): boolean {
  return html.length + (text?.length ?? 0) <= QUICK && !(inlineCss && /<style/i.test(html));
}
