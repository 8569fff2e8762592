// Inlines styles in a thread: a small style sheet can take as long as the inliner may, and this
// thread answers requests meanwhile. One page after the other.
import { inIdleThread } from '../../coordination/idle-thread.ts';
import { say } from '../../kernel/sentences/sentence.ts';

const inThread = inIdleThread<string, string>(new URL('./inline-thread.ts', import.meta.url), {
  name: 'inliner',
  tooHeavy: (limits) => say('template-heavy-styles', limits),
  idleMs: 10_000,
});

/** As inlineStyles (inline-css.ts); a page without style sheets is not handed over. */
export async function inlineApart(html: string, customerId: number): Promise<string> {
  return /<style/i.test(html) ? inThread(html, customerId) : html;
}
