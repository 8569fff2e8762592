// A text that is to stand somewhere else: shown whole, and copied by a press.
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from './parts.tsx';
import './copy-button.css';

const SAID_MS = 2_000;

/** @param of names the text for screen readers: several may stand on one screen */
export function Copyable({ text, of }: { text: string; of: string }) {
  const shown = useRef<HTMLElement>(null);
  const select = () => {
    if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
  };
  return (
    <div className="copyable">
      <code ref={shown} className="mono">
        {text}
      </code>
      <CopyButton text={text} of={of} select={select} />
    </div>
  );
}

type CopyButtonProps = { text: string; of: string; select: () => void };

/** @param select where pages get no clipboard (without https), the text that stands selected is copied */
export function CopyButton({ text, of, select }: CopyButtonProps) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without https there is no clipboard: then what stands selected is copied the old way.
      if (!document.execCommand('copy')) return;
    }
    window.getSelection()?.removeAllRanges();
    setCopied(true);
    window.setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <Button variant="default" size="compact-sm" aria-label={t`Copy ${of}`} onClick={() => void copy()}>
      {isCopied ? t`Copied` : t`Copy`}
    </Button>
  );
}
