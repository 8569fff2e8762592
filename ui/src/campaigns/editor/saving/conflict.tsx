// Two people changed the same: both texts side by side, and who decides what becomes of them.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isChangeable } from '../../../api/campaigns/drafts.ts';
import { fieldsQuery } from '../../../api/lists/fields.ts';
import { ClashFrame } from '../../../api/shared/clash.tsx';
import { useFormat } from '../../../api/use-format.ts';
import { BlocksDifference, TextDifference } from '../../../kit/differences/differences.tsx';
import { TagsContext } from '../../../kit/merge-tags/words.ts';
import { Notice } from '../../../kit/notice.tsx';
import { useTagCompletions } from '../what/tags.ts';
import { useOptionNames } from './choices.ts';
import { useMemberName } from './member-names.ts';
import { type Members, type Name, storedValue } from './members.ts';
import type { Draft } from './use-draft.ts';
import type { Conflict as Clash } from './use-saver.ts';
import { useValueWords } from './value-words.ts';

export function Conflict({ draft, clash }: { draft: Draft; clash: Clash }) {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const { names, theirs, savedBy, savedAt } = clash;
  const tags = useTagCompletions(useQuery(fieldsQuery(draft.get('list_uid'))).data);
  const at = format.time(Date.parse(savedAt));
  const isOver = !isChangeable(theirs.record);
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
    <ClashFrame
      words={
        <>
          <strong>{t`${savedBy} saved at ${at}, while you were writing`}.</strong>{' '}
          {isOver ? (
            <Trans>The campaign is no longer a draft, so your latest text cannot be saved in it.</Trans>
          ) : (
            <Trans>
              You both changed the same text. Nothing is lost: whichever you choose, the other is kept as a version.
            </Trans>
          )}
        </>
      }
      mine={{
        label: isOver ? t`Keep mine as a new campaign` : undefined,
        onPress: () => void decide(isOver ? copy : draft.keepMine),
      }}
      theirs={{ label: isOver ? t`Discard mine` : undefined, onPress: () => void decide(draft.takeTheirs) }}
      isPending={isPending}
    >
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <TagsContext value={tags}>
        {names.map((name) => (
          <Difference key={name} draft={draft} name={name} theirs={storedValue(theirs.record, name)} />
        ))}
      </TagsContext>
    </ClashFrame>
  );
}

type DifferenceProps = { draft: Draft; name: Name; theirs: Members[Name] };

function Difference({ draft, name, theirs }: DifferenceProps) {
  const memberName = useMemberName();
  const optionNames: { readonly [Member in Name]?: string } = useOptionNames();
  const title = optionNames[name] ?? memberName(name);
  const mine = draft.get(name);
  const words = useValueWords(draft.get('list_uid'), { [name]: [mine, theirs] });
  return name === 'template.blocks' && typeof theirs === 'string' && typeof mine === 'string' ? (
    <BlocksDifference title={title} theirs={theirs} mine={mine} />
  ) : (
    <TextDifference title={title} theirs={words(name, theirs)} mine={words(name, mine)} />
  );
}
