// What a person should know before going on, and what to do about it.
import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './parts.tsx';

type NoticeProps = {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  /** It mostly stood before somebody came: it is told when there is time, and interrupts nobody. */
  isStanding?: boolean;
  action?: ReactNode;
  children: ReactNode;
};

/** A faulty state is read out at once, others when there is time. */
export function Notice({ tone = 'info', isStanding = false, action, children }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' && !isStanding ? 'alert' : 'status'}>
      <div>{children}</div>
      {action}
    </div>
  );
}

type RefusedProps = {
  query: Pick<UseQueryResult, 'error' | 'isFetching'> & { refetch: () => Promise<unknown> };
  /** What it is, where no heading says so. */
  what?: string;
};

/** What could not be loaded: why, and asking for it once more. What is known of it stays beside this. */
export function Refused({ query, what }: RefusedProps) {
  const { t } = useLingui();
  const { error, refetch, isFetching } = query;
  if (!error) return null;
  return (
    <Notice
      tone="bad"
      action={
        <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      }
    >
      {what !== undefined && <strong>{what}: </strong>}
      {error.message}
    </Notice>
  );
}

/** Nothing is there yet: says what belongs here, and begins it. */
export function Empty({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** What is being loaded. */
export function Loading({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <div className="stack pad awaited" role="status" aria-label={label} style={{ padding: 20 }}>
      {Array.from({ length: lines }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are alike
        <div key={n} className="skeleton" style={{ width: `${90 - ((n * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/** A part of a screen that comes, or not: nobody knows yet. Until then nothing is shown below it. */
export function Awaited() {
  return <span className="awaited" hidden />;
}
