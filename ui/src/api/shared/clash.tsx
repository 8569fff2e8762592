// Somebody else saved the same: a person decides whose stays.
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Notice } from '../../kit/notice.tsx';
import { Button } from '../../kit/parts.tsx';
import { useFormat } from '../use-format.ts';

/** `savedAt`: ISO 8601. */
export type Deciding = { savedAt: string; keepMine: () => void; takeTheirs: () => void };

type ClashProps = { clash: Deciding; children?: ReactNode };

/** Why a form was not saved, where the notice says more. */
export class ClashError extends Error {
  constructor() {
    super(t`Not saved yet: someone else changed the same text.`);
  }
}

/** `children`: what differs. */
export function ClashNotice({ clash: { savedAt, keepMine, takeTheirs }, children }: ClashProps) {
  const { t } = useLingui();
  const at = useFormat().time(Date.parse(savedAt));
  return (
    <ClashFrame
      words={t`Someone else, or you in another tab, saved changes at ${at}, after you opened this. Your text is not saved yet. Keep yours, and theirs is replaced; use theirs, and your changes are lost.`}
      mine={{ onPress: keepMine }}
      theirs={{ onPress: takeTheirs }}
    >
      {children}
    </ClashFrame>
  );
}

/** `label`: where it is not the usual one. */
type Decision = { label?: string | undefined; onPress: () => void };
type FrameProps = {
  words: ReactNode;
  mine: Decision;
  theirs: Decision;
  isPending?: boolean;
  /** What differs. */
  children?: ReactNode;
};

/** What happened, what can be decided, and below it what differs: the same wherever two saved the same. */
export function ClashFrame({ words, mine, theirs, isPending = false, children }: FrameProps) {
  const { t } = useLingui();
  const notice = (
    <Notice
      tone="warn"
      action={
        <div className="row">
          <Button size="compact-sm" loading={isPending} onClick={mine.onPress}>
            {mine.label ?? t`Keep mine`}
          </Button>
          <Button size="compact-sm" variant="default" loading={isPending} onClick={theirs.onPress}>
            {theirs.label ?? t`Use theirs`}
          </Button>
        </div>
      }
    >
      {words}
    </Notice>
  );
  return children === undefined ? (
    notice
  ) : (
    <section className="card clash" aria-label={t`Two texts`}>
      {notice}
      <div className="pad stack">{children}</div>
    </section>
  );
}
