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
    super(t`Not saved yet: somebody else changed the same.`);
  }
}

/** `children`: what differs. */
export function ClashNotice({ clash: { savedAt, keepMine, takeTheirs }, children }: ClashProps) {
  const { t } = useLingui();
  const at = useFormat().time(Date.parse(savedAt));
  const notice = (
    <Notice
      tone="warn"
      action={
        <div className="row">
          <Button size="compact-sm" onClick={keepMine}>{t`Keep mine`}</Button>
          <Button size="compact-sm" variant="default" onClick={takeTheirs}>{t`Take theirs`}</Button>
        </div>
      }
    >
      {t`This was changed and saved at ${at}, by somebody else or in another tab, after you had opened it. Yours is not saved yet: keep it, and theirs is replaced; take theirs, and what you changed is gone.`}
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
