// A text that is to stand somewhere else: shown whole, and copied by a press.
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from './parts.tsx';

const SAID_MS = 2_000;

/** @param of names the text for screen readers: several may stand on one screen */
export function Copyable({ text, of }: { text: string; of: string }) {
  const { t } = useLingui();
  const shown = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const selection = window.getSelection();
    if (shown.current) selection?.selectAllChildren(shown.current);
    // Without https there is no clipboard for pages; then the text stands selected.
    await navigator.clipboard?.writeText(text);
    if (!navigator.clipboard) return;
    selection?.removeAllRanges();
    setCopied(true);
    window.setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <div className="copyable">
      <code ref={shown} className="mono">
        {text}
      </code>
      <Button variant="default" size="compact-sm" aria-label={t`Copy ${of}`} onClick={() => void copy()}>
        {isCopied ? t`Copied` : t`Copy`}
      </Button>
    </div>
  );
}
