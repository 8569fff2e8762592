// The campaign editor: who gets it, what it says, when it goes, on one page; the preview beside it.
import { useLingui } from '@lingui/react/macro';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/accounts/session.ts';
import { useStateName } from '../../api/campaign-states.ts';
import { hasBegun } from '../../api/campaigns/drafts.ts';
import { Notice } from '../../kit/notice.tsx';
import { Page } from '../../kit/page/page.tsx';
import { Button, TextField } from '../../kit/parts.tsx';
import { State } from '../../kit/state.tsx';
import { AttachedCard } from './attached.tsx';
import './editor.css';
import { Options } from './options.tsx';
import { Preview } from './preview/preview.tsx';
import { GoOnButton } from './ready/go-on-button.tsx';
import { ReadyDialog } from './ready/ready.tsx';
import { Waiting } from './ready/waiting.tsx';
import { Conflict } from './saving/conflict.tsx';
import { OthersText, SavingText } from './saving/saving-text.tsx';
import { type Draft, useDraft } from './saving/use-draft.ts';
import { useOthers } from './saving/use-others.ts';
import { Versions } from './saving/versions.tsx';
import { VariantsCard } from './variants/card.tsx';
import { SharedWhen, SharedWho, VariantNotice } from './variants/shared.tsx';
import { isPlanned, useTested } from './variants/use-test.ts';
import { What } from './what/what.tsx';
import { kindOf, When } from './when/when.tsx';
import { Who } from './who/who.tsx';

export function Editor() {
  const { campaignUid } = useParams({ from: '/shell/campaigns/$campaignUid' });
  return <EditorOf key={campaignUid} campaignUid={campaignUid} />;
}

function EditorOf({ campaignUid }: { campaignUid: string }) {
  const { t } = useLingui();
  const draft = useDraft(campaignUid);
  const mayEdit = useMay('edit');
  const { status } = draft.stored;
  const isDraft = status === 'draft';
  const tested = useTested(draft);
  const variant = tested?.isFirst === false ? tested : undefined;
  const isUnderWay = hasBegun(draft.stored); // and paused: else nobody comes here
  const kind = kindOf(draft);
  const isFrozen = isUnderWay && (kind === 'now' || kind === 'at'); // who gets it is settled
  const isReadOnly = !mayEdit || !(isDraft || isUnderWay) || isPlanned(variant);
  const others = useOthers(campaignUid, !isReadOnly);
  const stateName = useStateName()(status);
  const name = draft.get('name');
  return (
    <Page
      title={name}
      mark={<State tone={stateName.tone}>{stateName.name}</State>}
      trail={
        isUnderWay ? (
          <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>{t`Progress`}</Link>
        ) : (
          <Link to="/campaigns">{t`Campaigns`}</Link>
        )
      }
      about={
        <span className="draft-line">
          {(isDraft || isUnderWay) && <SavingText draft={draft} />}
          <Versions draft={draft} mayEdit={!isReadOnly} />
          <OthersText others={others} />
        </span>
      }
      actions={isDraft ? <ReadyDialog draft={draft} /> : isUnderWay && <GoOnButton draft={draft} />}
    >
      <div className="stack">
        {isUnderWay && (
          <Notice tone="warn">
            {t`It is paused. Your changes apply to people who get it from now on.`}
            {isFrozen && ` ${t`Who gets it stays as it is.`}`}
          </Notice>
        )}
        {!isDraft && !isUnderWay && <Waiting draft={draft} />}
        {isDraft && !mayEdit && <Notice>{t`Your role can view this but not change it.`}</Notice>}
        {variant && <VariantNotice tested={variant} />}
        <NotSaved draft={draft} />
        {draft.conflict && <Conflict draft={draft} clash={draft.conflict} />}
        <div className="split editor">
          <fieldset className="stack bare" disabled={isReadOnly}>
            <legend className="unseen">{t`Campaign`}</legend>
            <section className="card pad stack">
              <TextField
                label={t`Name`}
                description={t`For you only; recipients do not see it`}
                value={name}
                error={draft.faultOf('name')}
                maxLength={255}
                data-member="name"
                onChange={(event) => draft.set({ name: event.target.value })}
              />
              <TextField
                label={t`Tags`}
                description={t`Words to sort campaigns by, separated by commas`}
                value={draft.get('tags')}
                error={draft.faultOf('tags')}
                data-member="tags"
                onChange={(event) => draft.set({ tags: event.target.value })}
              />
            </section>
            {variant ? <SharedWho tested={variant} /> : !isFrozen && <Who draft={draft} />}
            <What draft={draft} isReadOnly={isReadOnly} />
            {!isFrozen && <VariantsCard draft={draft} isReadOnly={isReadOnly} />}
            {variant ? <SharedWhen tested={variant} /> : !isFrozen && <When draft={draft} />}
            <AttachedCard draft={draft} isReadOnly={isReadOnly} />
            <Options draft={draft} isVariant={variant !== undefined} isReadOnly={isReadOnly} />
          </fieldset>
          <Preview draft={draft} />
        </div>
      </div>
    </Page>
  );
}

/** Why the server refused what was typed, and what did not fit. */
function NotSaved({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const { saving } = draft;
  if (saving.state !== 'refused') return null;
  const words = Object.values(saving.fields);
  return (
    <Notice
      tone="bad"
      action={<Button variant="default" size="compact-sm" onClick={() => void draft.flush()}>{t`Save again`}</Button>}
    >
      {t`Not saved: ${words.length > 0 ? words.join(' ') : saving.message}`}
    </Notice>
  );
}
