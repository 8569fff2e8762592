// How the draft stands: saved when, or why not; who else has it open.
import { Trans, useLingui } from '@lingui/react/macro';
import type { OtherEditor } from '../../../api/campaigns/drafts.ts';
import { useFormat } from '../../../api/use-format.ts';
import { isNotSaved, useSavingTold } from '../../../kit/form/use-autosave.ts';
import type { Draft } from './use-draft.ts';

export function SavingText({ draft: { saving, joined } }: { draft: Draft }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = {
    saved: t`All changes are saved`,
    saving: t`Saving…`,
    changed: t`Unsaved changes`,
    away: t`Not saved: the server cannot be reached. Trying again; your text stays here.`,
    refused: t`Not everything is saved: see below`,
    stopped: t`Not saved: two different texts, see below`,
  };
  const told = useSavingTold(saving);
  return (
    <span>
      <span role="status" aria-live={told} className={isNotSaved(saving) ? 'not-saved' : undefined}>
        {words[saving.state]}
      </span>
      <span role="status">
        {joined && (
          <>
            {' · '}
            <Trans>
              {joined.savedBy} changed other parts at {format.time(Date.parse(joined.savedAt))}; your changes were added
            </Trans>
          </>
        )}
      </span>
    </span>
  );
}

export function OthersText({ others }: { others: readonly OtherEditor[] }) {
  const { t } = useLingui();
  if (others.length === 0) return null;
  const people = [...new Set(others.filter(({ is_you }) => !is_you).map(({ name }) => name))];
  const names = [...people, ...(others.some(({ is_you }) => is_you) ? [t`you, in another tab`] : [])];
  return (
    <span className="others" role="status">
      <Trans>Also opened by {names.join(', ')}</Trans>
    </span>
  );
}
