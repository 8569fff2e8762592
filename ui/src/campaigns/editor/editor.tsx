// The campaign editor: who gets it, what it says, when it goes, on one page; the preview beside it.
import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type Campaign, campaignQuery } from '../../api/campaigns.ts';
import { useMay } from '../../api/session.ts';
import { Notice } from '../../kit/notice.tsx';
import { Page } from '../../kit/page.tsx';
import { Button, TextField } from '../../kit/parts.tsx';
import { State } from '../../kit/state.tsx';
import { useStateName } from '../states.ts';
import './editor.css';
import { Preview } from './preview.tsx';
import { ReadyDialog } from './ready.tsx';
import { type Draft, type Saving, useDraft } from './use-draft.ts';
import { What } from './what.tsx';
import { When } from './when.tsx';
import { Who } from './who.tsx';

export function Editor() {
  const { campaignUid } = useParams({ from: '/shell/campaigns/$campaignUid' });
  const { data: stored } = useSuspenseQuery(campaignQuery(campaignUid));
  const draft = useDraft(campaignUid);
  return <EditorOf stored={stored} draft={draft} />;
}

function EditorOf({ stored, draft }: { stored: Campaign; draft: Draft }) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const stateName = useStateName()(stored.status);
  const name = draft.changes.name ?? stored.name;
  return (
    <Page
      title={name}
      mark={<State tone={stateName.tone}>{stateName.name}</State>}
      trail={<Link to="/campaigns">{t`Campaigns`}</Link>}
      about={<SavingText saving={draft.saving} />}
      actions={<ReadyDialog stored={stored} draft={draft} />}
    >
      {draft.saving.state === 'refused' && (
        <Notice
          tone="bad"
          action={<Button variant="default" onClick={() => void draft.save()}>{t`Save again`}</Button>}
        >
          {t`Not saved: ${draft.saving.message}`}
        </Notice>
      )}
      <div className="split editor">
        <fieldset className="stack bare" disabled={!mayEdit}>
          <legend className="unseen">{t`Campaign`}</legend>
          <section className="card pad">
            <TextField
              label={t`Name`}
              description={t`For you; nobody else sees it`}
              value={name}
              maxLength={255}
              onChange={(event) => draft.change({ name: event.target.value })}
            />
          </section>
          <Who stored={stored} draft={draft} />
          <What stored={stored} draft={draft} />
          <When stored={stored} draft={draft} />
        </fieldset>
        <Preview stored={stored} saving={draft.saving} />
      </div>
    </Page>
  );
}

function SavingText({ saving }: { saving: Saving }) {
  const { t } = useLingui();
  const words = {
    saved: t`All changes are saved`,
    saving: t`Saving…`,
    changed: t`Saving in a moment`,
    refused: t`Not saved`,
  };
  return <span role="status">{words[saving.state]}</span>;
}
