// The editor of HTML, loaded when it is shown, with what is wrong in the page told in the reader's
// language.
import { useLingui } from '@lingui/react/macro';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { lazyPart } from '../load-part.ts';
import type { CodeFault } from './code-editor.tsx';
import './html-editor.css';
import type { Completion } from '../merge-tags/tag.ts';
import { Loading } from '../notice.tsx';
import { pageNonce } from '../theme/nonce.ts';
import { type HtmlFault, htmlFaults } from './html-faults.ts';

const CodeEditor = lazyPart(async () => (await import('./code-editor.tsx')).CodeEditor);
const NO_TAGS: readonly string[] = [];

type HtmlEditorProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  completions: readonly Completion[];
  /** Merge tags in the page that are none. */
  unknownTags?: readonly string[];
  isReadOnly?: boolean;
  /** The cursor stands in it when it appears. */
  hasFocus?: boolean;
};

export function HtmlEditor({
  label,
  value,
  onChange,
  completions,
  unknownTags = NO_TAGS,
  isReadOnly,
  hasFocus = false,
}: HtmlEditorProps) {
  const { t } = useLingui();
  const nonce = useMemo(pageNonce, []);
  const settled = useDeferredValue(value);
  const faultText = useFaultText();
  const faults: CodeFault[] = useMemo(
    () =>
      htmlFaults(settled, unknownTags).map((fault) => ({ from: fault.from, to: fault.to, message: faultText(fault) })),
    [settled, unknownTags, faultText],
  );
  const count = faults.length;
  if (isReadOnly)
    return (
      <details className="code-read">
        <summary>{label}</summary>
        <pre>{value}</pre>
      </details>
    );
  return (
    <div className="stack close">
      <Suspense fallback={<Loading label={t`Loading the editor`} lines={8} />}>
        <CodeEditor
          label={label}
          value={value}
          onChange={onChange}
          completions={completions}
          faults={faults}
          nonce={nonce}
          hasFocus={hasFocus}
        />
      </Suspense>
      <p className="small row apart">
        <span>{t`Type [ for merge tags, < for elements.`}</span>
        <span className={count > 0 ? 'faults' : undefined} role="status">
          {count === 0
            ? t`No problems`
            : count === 1
              ? t`1 problem, marked on its line`
              : t`${count} problems, marked on their lines`}
        </span>
      </p>
    </div>
  );
}

function useFaultText(): (fault: HtmlFault) => string {
  const { t } = useLingui();
  return useMemo(
    () =>
      ({ kind, name }: HtmlFault) => {
        switch (kind) {
          case 'never-closed':
            return t`<${name}> is never closed.`;
          case 'closes-nothing':
            return t`</${name}> closes nothing.`;
          case 'no-alt':
            return t`The image has no alt text: readers without images see nothing here.`;
          case 'taken-out':
            return t`Email apps remove <${name}>.`;
          case 'relative':
            return t`“${name}” is not a full address and will not work in an email.`;
          case 'not-ended':
            return t`${name} is not closed.`;
          case 'unknown-tag':
            return t`${name} is not a merge tag here, so it is sent as written.`;
        }
      },
    [t],
  );
}
