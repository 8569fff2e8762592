// One template: its code, which saves itself, and beside it how it looks.
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { useBlocksTools } from '../api/blocks/blocks.tsx';
import { useSharedTags } from '../api/blocks/mail-tags.ts';
import { loadTemplate, templatePage, templateQuery } from '../api/campaigns/templates.ts';
import { api, refusalOf } from '../api/client.ts';
import { ClashNotice } from '../api/shared/clash.tsx';
import { tagAfter } from '../api/shared/tagged.ts';
import { useSharedAutosave } from '../api/shared/use-shared-autosave.ts';
import { BlocksEditor } from '../kit/blocks/lazy.tsx';
import { BlocksDifference, TextDifference } from '../kit/differences/differences.tsx';
import { type Saving, useSavingTold } from '../kit/form/use-autosave.ts';
import { HtmlEditor } from '../kit/html/html-editor.tsx';
import { TagsContext } from '../kit/merge-tags/words.ts';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { PageFrame, sumOf } from '../kit/page/page-frame.tsx';
import { Button, Segments, TextField } from '../kit/parts.tsx';
import { TemplateActions } from './actions.tsx';
import { NewCampaignWith } from './new-campaign-with.tsx';
import './template.css';

type Members = { name: string; content: string; subject: string; blocks: string | null };

export function Template() {
  const { templateUid } = useParams({ from: '/shell/templates/$templateUid' });
  return <TemplateOf key={templateUid} uid={templateUid} />;
}

function TemplateOf({ uid }: { uid: string }) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const navigate = useNavigate();
  const tags = useSharedTags();
  const { stored, autosave, get, clash } = useTemplate(uid);
  const { saving, changes, change } = autosave;
  const name = get('name');
  const blocks = changes.blocks === undefined ? stored.blocks : changes.blocks;
  const [isCode, setCode] = useState<boolean>(); // undefined: nobody has chosen
  const faults = saving.state === 'refused' ? saving.fields : {};
  return (
    <Page
      title={name}
      trail={<Link to="/templates">{t`Templates`}</Link>}
      about={mayEdit && <SavingWords saving={saving} />}
      actions={
        mayEdit && (
          <>
            <NewCampaignWith name={name} of={{ templateUid: uid }} />
            <TemplateActions
              template={{ ...stored, name }}
              save={autosave.flush}
              onGone={() => void navigate({ to: '/templates' })}
            />
          </>
        )
      }
    >
      {saving.state === 'refused' && <Notice tone="bad">{t`Not saved: ${saving.message}`}</Notice>}
      {clash && (
        <ClashNotice clash={clash}>
          <TagsContext value={tags}>
            <Differences theirs={clash.theirs} mine={changes} />
          </TagsContext>
        </ClashNotice>
      )}
      <div className="split template">
        <fieldset className="stack card pad" disabled={!mayEdit}>
          <legend className="unseen">{t`Template`}</legend>
          <TextField
            label={t`Template name`}
            maxLength={255}
            value={name}
            error={faults['name']}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            label={t`Subject of transactional emails`}
            description={t`Used only when a program sends this template to one person. Campaigns have their own subject.`}
            maxLength={255}
            value={get('subject')}
            error={faults['subject']}
            onChange={(event) => change({ subject: event.target.value })}
          />
          {blocks !== null && mayEdit && !isCode ? (
            <TemplateBlocks {...{ blocks, autosave }} hasFocus={isCode === false} onCode={() => setCode(true)} />
          ) : (
            <>
              {blocks !== null && isCode && <ToBlocks onBack={() => setCode(false)} />}
              <HtmlEditor
                label={t`Template HTML`}
                value={get('content')}
                onChange={(content) => change({ content, blocks: null })}
                completions={tags}
                isReadOnly={!mayEdit}
                hasFocus={isCode === true}
              />
            </>
          )}
        </fieldset>
        <Look uid={uid} content={stored.content} />
      </div>
    </Page>
  );
}

/** The API takes an empty name for none that was sent; here somebody has emptied the field. */
const withoutName = () =>
  refusalOf(422, {
    error: { name: '' },
    sentences: [{ member: 'name', code: 'member-blank', values: { label: t`Name` } }],
  });

/** The template as it is stored, and what is typed at it. */
function useTemplate(uid: string) {
  const queryClient = useQueryClient();
  const { data: stored } = useSuspenseQuery(templateQuery(uid));
  const { queryKey } = templateQuery(uid);
  const loaded = useMemo(() => basedOn(stored), [stored]);
  const put = async (changes: Partial<Members>, tag: string, isLeaving: boolean) => {
    if (changes.name?.trim() === '') throw await withoutName();
    const params = { path: { template_uid: uid }, header: { 'If-Match': tag } };
    const keepalive = isLeaving && JSON.stringify(changes).length < 60_000;
    const { blocks, content, ...others } = changes;
    const body = { ...others, ...(typeof blocks === 'string' ? { blocks } : content !== undefined && { content }) };
    const after = await tagAfter(api.PUT('/templates/{template_uid}', { params, body, keepalive }));
    void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] });
    if (typeof blocks === 'string' && !isLeaving) void queryClient.refetchQueries({ queryKey }); // the page they became
    return after;
  };
  const shared = useSharedAutosave<Members>({
    key: `template.${uid}`,
    loaded,
    put,
    load: async () => basedOn(await loadTemplate(uid)),
    onStored: ({ members, tag }) => queryClient.setQueryData(queryKey, (now) => now && { ...now, ...members, tag }),
  });
  return { stored, ...shared };
}

const basedOn = ({ name, content, subject = '', blocks, tag }: Awaited<ReturnType<typeof loadTemplate>>) => ({
  members: { name, content, subject, blocks },
  tag,
});

/** What both changed. Of a template of blocks the page follows from them. */
function Differences({ theirs, mine }: { theirs: Members; mine: Partial<Members> }) {
  const { t } = useLingui();
  const titles = { name: t`Template name`, subject: t`Subject of transactional emails`, content: t`Content` };
  const names = (['name', 'subject', 'content'] as const).filter(
    (name) => mine[name] !== undefined && mine[name] !== theirs[name],
  );
  return (
    <>
      {names.map((name) => (
        <TextDifference key={name} title={titles[name]} theirs={theirs[name]} mine={mine[name] ?? ''} />
      ))}
      {theirs.blocks && mine.blocks && theirs.blocks !== mine.blocks && (
        <BlocksDifference title={t`Content`} theirs={theirs.blocks} mine={mine.blocks} />
      )}
    </>
  );
}

type BlocksProps = {
  blocks: string;
  autosave: ReturnType<typeof useTemplate>['autosave'];
  hasFocus: boolean;
  onCode: () => void;
};

function TemplateBlocks({ blocks, autosave, hasFocus, onCode }: BlocksProps) {
  const { t } = useLingui();
  const tools = useBlocksTools();
  const tags = useSharedTags();
  return (
    <div className="stack close">
      <div className="row apart">
        <h2>{t`Content`}</h2>
        <Button variant="default" size="compact-sm" autoFocus={hasFocus} onClick={onCode}>
          {t`As HTML`}
        </Button>
      </div>
      <BlocksEditor
        value={blocks}
        onChange={(json) => autosave.change({ blocks: json })}
        tools={tools}
        tags={tags}
        flush={autosave.flush}
      />
    </div>
  );
}

function ToBlocks({ onBack }: { onBack: () => void }) {
  const { t } = useLingui();
  return (
    <Notice
      tone="warn"
      action={
        <Button variant="default" size="compact-sm" onClick={onBack}>
          {t`Back to the blocks`}
        </Button>
      }
    >
      {t`If you edit the HTML, this template can no longer be edited as blocks.`}
    </Notice>
  );
}

function SavingWords({ saving }: { saving: Saving }) {
  const { t } = useLingui();
  const words = {
    saved: t`All changes are saved`,
    saving: t`Saving…`,
    changed: t`Unsaved changes`,
    away: t`Not saved: the server cannot be reached. Trying again; your text stays here.`,
    refused: t`Not saved: see below`,
    stopped: t`Not saved`,
  };
  const told = useSavingTold(saving);
  return (
    <span role="status" aria-live={told}>
      {words[saving.state]}
    </span>
  );
}

function Look({ uid, content }: { uid: string; content: string }) {
  const { t } = useLingui();
  const [look, setLook] = useState('desktop');
  const [isDark, setDark] = useState(false);
  return (
    <section className="card template-look" aria-label={t`Preview`}>
      <header>
        <h2>{t`Preview`}</h2>
        <div className="row">
          <Segments
            aria-label={t`Look`}
            size="xs"
            value={look}
            onChange={setLook}
            data={[
              { value: 'desktop', label: t`Desktop` },
              { value: 'phone', label: t`Phone` },
            ]}
          />
          <button type="button" className="chip" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
            {t`Dark`}
          </button>
        </div>
      </header>
      <div className={`stage ${look}`}>
        <PageFrame title={t`The template`} src={templatePage(uid, String(sumOf(content)), isDark ? 'dark' : 'light')} />
      </div>
    </section>
  );
}
