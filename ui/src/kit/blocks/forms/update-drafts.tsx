// Puts a saved block into the drafts and templates that have it otherwise: how far it is, and which
// of them stay as they are.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ProgressBar } from '../../figures/progress.tsx';
import { Notice } from '../../notice.tsx';
import { Button, Dialog } from '../../parts.tsx';
import { toast } from '../../toast.ts';
import { type Updated, useEditing } from '../tools.ts';

type UpdateProps = { uid: string; name: string; count: number; close: () => void };
type Done = { changed: number; refused: Updated['refused']; left: number; next: string | undefined };

/** Shown by the editor, because the line that led here goes away when the block is saved. */
export function UpdateDialog({ uid, name, count, close }: UpdateProps) {
  const { t } = useLingui();
  const { tools } = useEditing();
  const [done, setDone] = useState<Done>({ changed: 0, refused: [], left: count, next: undefined });
  const update = useMutation({
    async mutationFn() {
      // What failed on the way goes on where it was.
      for (let now = done; ; ) {
        const told = await tools.updateDrafts(uid, now.next);
        const changed = now.changed + told.drafts_count + told.templates_count;
        const refused = [...now.refused, ...told.refused];
        now = { changed, refused, left: told.left_count, next: told.next ?? undefined };
        setDone(now);
        if (told.next === null) return now;
      }
    },
    onSuccess({ changed, refused }) {
      toast(t`Updated in ${changed}`);
      if (refused.length === 0) close();
    },
  });
  const { changed, refused, left } = done;
  return (
    <Dialog opened onClose={close} title={t`${name} was saved`}>
      <div className="stack">
        {update.error && <Notice tone="bad">{update.error.message}</Notice>}
        <p role="status">
          {update.isSuccess || update.isPending
            ? left === 0
              ? t`Updated in ${changed}`
              : t`Updated in ${changed}, ${left} still to do`
            : count === 1
              ? t`One other draft or template uses the previous version. Update it there too? Emails that are scheduled or sent stay as they are.`
              : t`${count} other drafts and templates use the previous version. Update it there too? Emails that are scheduled or sent stay as they are.`}
        </p>
        {update.isPending && <ProgressBar label={t`Updated`} value={1 - left / Math.max(1, count)} />}
        {refused.length > 0 && <Refused refused={refused} close={close} />}
        <div className="row">
          {update.isSuccess ? (
            <Button onClick={close}>{t`Close`}</Button>
          ) : (
            <>
              <Button data-autofocus loading={update.isPending} onClick={() => update.mutate()}>
                {count === 1 ? t`Update them` : t`Update in ${count} drafts`}
              </Button>
              <Button variant="default" onClick={close}>
                {t`Skip`}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Refused({ refused, close }: { refused: Updated['refused']; close: () => void }) {
  const { t } = useLingui();
  const count = refused.length;
  return (
    <Notice tone="warn">
      <p>
        {count === 1
          ? t`One stays unchanged, because of another problem in it:`
          : t`${count} stay unchanged, because of another problem in them:`}
      </p>
      <ul className="refused">
        {refused.map(({ kind, uid, name, reason }) => (
          <li key={uid}>
            {kind === 'campaign' ? (
              <Link to="/campaigns/$campaignUid" params={{ campaignUid: uid }} onClick={close}>
                {name}
              </Link>
            ) : (
              <Link to="/templates/$templateUid" params={{ templateUid: uid }} onClick={close}>
                {name}
              </Link>
            )}
            <div className="small">{reason}</div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
