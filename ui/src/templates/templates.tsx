// Templates: your own with their pictures, and those that come with the server to begin with.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import {
  EMPTY_PAGE,
  type StartingTemplate,
  startingPage,
  startingTemplatesQuery,
  templatePage,
  templatesQuery,
  useEmptyBlocks,
  useStartingWords,
} from '../api/campaigns/templates.ts';
import { answerOf, api } from '../api/client.ts';
import { FileButton } from '../kit/form/file-button.tsx';
import { base64Of, isMarkdown, isZip } from '../kit/form/read-file.ts';
import { useSettled } from '../kit/form/use-settled.ts';
import { Empty, Loading, Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { Thumbnail } from '../kit/page/page-frame.tsx';
import { Button, TextField } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';
import { type Named, TemplateActions } from './actions.tsx';
import { NewCampaignWith } from './new-campaign-with.tsx';

export function Templates() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const [search, setSearch] = useState('');
  const own = useInfiniteQuery(templatesQuery(useSettled(search)));
  const mine = own.data?.pages.flatMap(({ records }) => records) ?? [];
  const isSearched = search !== '';
  return (
    <Page title={t`Templates`} about={<Link to="/pictures">{t`Pictures`}</Link>} actions={mayEdit && <Making />}>
      <div className="stack template-rooms">
        <section className="stack" aria-labelledby="own-templates">
          <div className="row apart">
            <h2 id="own-templates">{t`Your templates`}</h2>
            {(mine.length > 6 || isSearched) && (
              <TextField
                aria-label={t`Filter by name`}
                placeholder={t`Name`}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            )}
          </div>
          {own.error && <Notice tone="bad">{own.error.message}</Notice>}
          {own.isPending && <Loading label={t`Loading templates`} />}
          {own.data && mine.length === 0 && (
            <div className="card">
              <Empty title={isSearched ? t`No template is called so` : t`No templates yet`}>
                {!isSearched && t`Take one of those below, upload a page, or save a campaign as a template.`}
              </Empty>
            </div>
          )}
          <ul className="gallery">
            {mine.map((template) => (
              <OwnCard key={template.template_uid} template={template} mayEdit={mayEdit} />
            ))}
          </ul>
          {own.hasNextPage && (
            <div>
              <Button variant="default" loading={own.isFetchingNextPage} onClick={() => void own.fetchNextPage()}>
                {t`Show more`}
              </Button>
            </div>
          )}
        </section>
        <Starting mayEdit={mayEdit} />
      </div>
    </Page>
  );
}

/** Makes a template and opens it. */
function useMakeTemplate() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      body:
        | { name: string; content: string; format?: 'markdown' }
        | { name: string; archive: string }
        | { name: string; blocks: string }
        | { name: string; starting: StartingTemplate['id']; made_of: 'blocks' },
    ) => answerOf(api.POST('/templates', { body })),
    async onSuccess({ template_uid }) {
      await queryClient.invalidateQueries({ queryKey: ['templates'] });
      await navigate({ to: '/templates/$templateUid', params: { templateUid: template_uid } });
    },
    onError: (error) => toast(error.message, 'bad'),
  });
}

function Making() {
  const { t } = useLingui();
  const emptyBlocks = useEmptyBlocks();
  const make = useMakeTemplate();
  const upload = async (file: File) => {
    const name = file.name.replace(/\.[a-z]+$/i, '');
    if (await isZip(file)) make.mutate({ name, archive: await base64Of(file) });
    else if (isMarkdown(file)) make.mutate({ name, content: await file.text(), format: 'markdown' });
    else make.mutate({ name, content: await file.text() });
  };
  return (
    <>
      <FileButton
        label={t`Upload a file`}
        fieldLabel={t`HTML, Markdown or zip file`}
        accept=".html,.htm,.md,.markdown,.zip"
        isLarge
        isPending={make.isPending}
        onFile={(file) => void upload(file)}
      />
      <Button variant="default" onClick={() => make.mutate({ name: t`New template`, content: EMPTY_PAGE })}>
        {t`New page of HTML`}
      </Button>
      <Button onClick={() => make.mutate({ name: t`New template`, blocks: emptyBlocks() })}>{t`New template`}</Button>
    </>
  );
}

function OwnCard({ template, mayEdit }: { template: Named; mayEdit: boolean }) {
  const { t } = useLingui();
  const { template_uid: templateUid, name } = template;
  return (
    <li>
      <Thumbnail src={templatePage(templateUid)} title={t`The template ${name}`} />
      <div className="words">
        <Link className="whole" to="/templates/$templateUid" params={{ templateUid }}>
          {name}
        </Link>
        {mayEdit && (
          <div className="row apart actions">
            <NewCampaignWith name={name} of={{ templateUid }} />
            <TemplateActions template={template} />
          </div>
        )}
      </div>
    </li>
  );
}

function Starting({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useLingui();
  const wordsOf = useStartingWords();
  const starting = useQuery(startingTemplatesQuery);
  const make = useMakeTemplate();
  return (
    <section className="stack" aria-labelledby="starting-templates">
      <div>
        <h2 id="starting-templates">{t`To begin with`}</h2>
        <p className="quiet">{t`They look right in Outlook, Gmail and Apple Mail, on phones and in the dark.`}</p>
      </div>
      {starting.error && <Notice tone="bad">{starting.error.message}</Notice>}
      <ul className="gallery">
        {starting.data?.map(({ id, blocks }) => {
          const { name, about } = wordsOf({ id });
          return (
            <li key={id}>
              <Thumbnail src={startingPage(id)} title={t`The template ${name}`} />
              <div className="words">
                <b>{name}</b>
                <span className="small">{about}</span>
                {mayEdit && (
                  <div className="row actions">
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t`Make it mine: ${name}`}
                      loading={make.isPending && make.variables?.name === name}
                      onClick={() => make.mutate({ starting: id, name, made_of: 'blocks' })}
                    >
                      {t`Make it mine`}
                    </Button>
                    <NewCampaignWith name={name} of={{ blocks: JSON.stringify(blocks) }} />
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
