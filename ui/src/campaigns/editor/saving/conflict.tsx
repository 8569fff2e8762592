// Two people changed the same: both texts side by side, and who decides what becomes of them.
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../../api/use-format.ts';
import { readDoc, wordsOf } from '../../../kit/blocks/document/document.ts';
import { allOf } from '../../../kit/blocks/document/moves.ts';
import { Notice } from '../../../kit/notice.tsx';
import { Button } from '../../../kit/parts.tsx';
import { useMemberName } from './member-names.ts';
import { type Name, storedValue } from './members.ts';
import type { Draft } from './use-draft.ts';
import type { Conflict as Clash } from './use-saver.ts';

export function Conflict({ draft, clash }: { draft: Draft; clash: Clash }) {
  const { t } = useLingui();
  const format = useFormat();
  const memberName = useMemberName();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const { names, theirs, savedBy, savedAt } = clash;
  const at = format.time(Date.parse(savedAt));
  const isOver = theirs.record.status !== 'draft';
  const copy = async () => {
    const campaignUid = await draft.keepAsCopy();
    await navigate({ to: '/campaigns/$campaignUid', params: { campaignUid } });
  };
  const decide = async (action: () => Promise<void>) => {
    setPending(true);
    setFault(undefined);
    await action().catch((error: Error) => setFault(error.message));
    setPending(false);
  };
  return (
    <section className="card conflict" role="alert" aria-label={t`Two texts`}>
      <header>
        <h2>{t`${savedBy} saved at ${at}, while you were writing`}</h2>
      </header>
      <div className="pad stack">
        <p>
          {isOver ? (
            <Trans>The campaign is no draft any more, so what you wrote last cannot be saved in it.</Trans>
          ) : (
            <Trans>
              You both changed the same. Nothing is lost: whatever you choose, the other text stays as a version.
            </Trans>
          )}
        </p>
        {names.map((name) => (
          <div key={name} className="stack close">
            <h3>{memberName(name)}</h3>
            <div className="two">
              <Side label={t`Theirs`} text={textOf(name, storedValue(theirs.record, name))} />
              <Side label={t`Yours`} text={textOf(name, draft.get(name))} />
            </div>
          </div>
        ))}
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        <div className="row">
          {isOver ? (
            <Button loading={isPending} onClick={() => void decide(copy)}>{t`Keep mine as a new campaign`}</Button>
          ) : (
            <Button loading={isPending} onClick={() => void decide(draft.keepMine)}>{t`Keep mine`}</Button>
          )}
          <Button variant="default" loading={isPending} onClick={() => void decide(draft.takeTheirs)}>
            {isOver ? t`Leave mine` : t`Take theirs`}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <figure className="stack close">
      <figcaption className="small">{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}

/** Of blocks, their words. */
function textOf(name: Name, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (name !== 'template.blocks') return String(value);
  return allOf(readDoc(String(value)).blocks)
    .map((block) => wordsOf(block) || block.kind)
    .join('\n');
}
