// The lists that a campaign goes to besides the first one: each address gets it once.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ListChoice } from '../../../api/lists/list-choice.tsx';
import { listNamesQuery } from '../../../api/lists/lists.ts';
import { useListNames } from '../../../api/lists/use-list-names.ts';
import { Button } from '../../../kit/parts.tsx';
import type { Draft } from '../saving/use-draft.ts';
import { furtherOf, listsOf } from './lists.ts';

const MOST_LISTS = 10;

/** `why`: why there cannot be any; undefined: there can. */
export function FurtherLists({ draft, why }: { draft: Draft; why: string | undefined }) {
  const { t } = useLingui();
  const id = useId();
  const lists = useQuery(listNamesQuery());
  const further = furtherOf(draft);
  const all = listsOf(draft);
  const names = useListNames(further);
  const nameOf = (uid: string) => names.get(uid) ?? uid;
  const hasOthers = (lists.data?.count ?? 0) > all.length;
  const set = (next: readonly string[]) => draft.set({ list_uids: next.join(',') });
  if (!hasOthers && further.length === 0) return null;
  return (
    <div className="stack close" data-member="list_uids">
      {further.length > 0 && (
        <>
          <span className="label" id={id}>{t`More lists`}</span>
          <ul className="attached" aria-labelledby={id}>
            {further.map((uid) => (
              <li key={uid} className="row apart nowrap">
                <span className="attached-name">{nameOf(uid)}</span>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t({ context: 'of several', message: `Remove ${nameOf(uid)}` })}
                  onClick={() => set(all.filter((one) => one !== uid))}
                >
                  {t({ context: 'of several', message: 'Remove' })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {all.length < MOST_LISTS && hasOthers && (
        <ListChoice
          label={t`Add a list`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={why ?? t`An address on several of the lists gets it once, through the first one that allows it.`}
          disabled={why !== undefined}
          except={all}
          value={null}
          error={draft.faultOf('list_uids')}
          onChange={(uid) => uid && set([...all, uid])}
        />
      )}
    </div>
  );
}
