// What the content begins with: a template that comes with the server, one of your own, a file, or
// an empty page.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  loadTemplate,
  startingPage,
  startingTemplatesQuery,
  templatePicture,
  templatesQuery,
  useEmptyBlocks,
  useEmptyPage,
  useStartingWords,
} from '../../../api/campaigns/templates.ts';
import { answerOf, api, faultsOf } from '../../../api/client.ts';
import { DialogButton } from '../../../kit/dialog-button.tsx';
import { Form } from '../../../kit/form/form.tsx';
import { useSettled } from '../../../kit/form/use-settled.ts';
import { Notice } from '../../../kit/notice.tsx';
import { PagePicture, Thumbnail } from '../../../kit/page/page-frame.tsx';
import { Button, TextField } from '../../../kit/parts.tsx';
import { ShowMore } from '../../../kit/table/show-more.tsx';
import { toast } from '../../../kit/toast.ts';
import type { Draft } from '../saving/use-draft.ts';
import { UploadButton } from './upload.tsx';

/** Shown while there is no content. */
export function BeginWith({ draft, onBegun }: { draft: Draft; onBegun: () => void }) {
  const { t } = useLingui();
  const emptyBlocks = useEmptyBlocks();
  const emptyPage = useEmptyPage();
  const begin = (begun: Begun) => {
    draft.set(begun);
    onBegun();
  };
  return (
    <>
      <div className="row apart">
        <h3>{t`Content: start with`}</h3>
        <div className="row">
          <Button variant="default" size="compact-sm" onClick={() => begin({ 'template.blocks': emptyBlocks() })}>
            {t`A few blocks`}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => begin({ 'template.content': emptyPage() })}>
            {t`An empty page`}
          </Button>
          <UploadButton draft={draft} />
        </div>
      </div>
      <TemplateChoice onChosen={begin} />
      <PasteField onHtml={(html) => begin({ 'template.content': html })} />
    </>
  );
}

/** So much at once was pasted, not typed. */
const PASTED = 10;

/** What is pasted is taken at once, what is typed when the field is left. */
function PasteField({ onHtml }: { onHtml: (html: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const take = (html: string) => html.trim() !== '' && onHtml(html);
  return (
    <label className="stack close">
      <span className="label">{t`HTML of the email`}</span>
      <textarea
        className="paste mono"
        rows={3}
        placeholder={t`or paste or type HTML here`}
        value={typed}
        onBlur={() => take(typed)}
        onChange={({ target: { value } }) => {
          if (value.length - typed.length >= PASTED) take(value);
          else setTyped(value);
        }}
      />
    </label>
  );
}

export function ChooseTemplateButton({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  return (
    <DialogButton label={t`Templates`} title={t`Start over with a template`} variant="default" size="lg" isCompact>
      {(close) => (
        <div className="stack">
          <p className="quiet">{t`It replaces the content. The current content is kept in the versions.`}</p>
          <TemplateChoice
            onChosen={(begun) => {
              draft.replace(begun);
              close();
            }}
          />
        </div>
      )}
    </DialogButton>
  );
}

/** Blocks where there are any, else the page. */
type Begun = { 'template.blocks': string } | { 'template.content': string };

const begunWith = (content: string, blocks: string | null): Begun =>
  blocks === null ? { 'template.content': content } : { 'template.blocks': blocks };

function TemplateChoice({ onChosen }: { onChosen: (begun: Begun) => void }) {
  const { t } = useLingui();
  const wordsOf = useStartingWords();
  const starting = useQuery(startingTemplatesQuery);
  const [search, setSearch] = useState('');
  const own = useInfiniteQuery(templatesQuery(useSettled(search.trim()), 'changed'));
  const load = useMutation({
    mutationFn: loadTemplate,
    onSuccess: ({ content, blocks }) => onChosen(begunWith(content, blocks)),
    onError: (error) => toast(error.message, 'bad'),
  });
  const mine = own.data?.pages.flatMap(({ records }) => records) ?? [];
  const hasMany = search !== '' || own.hasNextPage;
  const error = starting.error ?? own.error;
  return (
    <div className="stack">
      {error && <Notice tone="bad">{error.message}</Notice>}
      {(mine.length > 0 || hasMany) && (
        <>
          <h4>{t`Your templates`}</h4>
          {hasMany && (
            <TextField
              type="search"
              aria-label={t`Search your templates by name`}
              placeholder={t`Search by name`}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          {mine.length === 0 && !own.isFetching && (
            <p role="status">{t`None of your templates has this in its name`}</p>
          )}
          <ul className="gallery small-cards">
            {mine.map((template) => (
              <Card
                key={template.template_uid}
                name={template.name}
                picture={<PagePicture src={templatePicture(template)} />}
                onChoose={() => load.mutate(template.template_uid)}
              />
            ))}
          </ul>
          <ShowMore pages={own} />
          <h4>{t`Starting templates`}</h4>
        </>
      )}
      <ul className="gallery small-cards">
        {starting.data?.map((template) => (
          <Card
            key={template.id}
            name={wordsOf(template).name}
            about={wordsOf(template).about}
            picture={<Thumbnail src={startingPage(template.id)} title={wordsOf(template).name} />}
            onChoose={() => onChosen({ 'template.blocks': JSON.stringify(template.blocks) })}
          />
        ))}
      </ul>
    </div>
  );
}

type CardProps = { name: string; about?: string; picture: ReactNode; onChoose: () => void };

function Card({ name, about, picture, onChoose }: CardProps) {
  return (
    <li>
      {picture}
      <div className="words">
        <button type="button" className="whole" onClick={onChoose}>
          {name}
        </button>
        {about && <span className="small">{about}</span>}
      </div>
    </li>
  );
}

export function SaveAsTemplateButton({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  return (
    <DialogButton label={t`Save as template`} variant="default" isCompact>
      {(close) => <SaveAsTemplate draft={draft} close={close} />}
    </DialogButton>
  );
}

function SaveAsTemplate({ draft, close }: { draft: Draft; close: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [name, setName] = useState(draft.get('name'));
  const create = useMutation({
    mutationFn: () => {
      const blocks = draft.get('template.blocks');
      const body = blocks === null ? { name, content: draft.get('template.content') } : { name, blocks };
      return answerOf(api.POST('/templates', { body }));
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['templates'] });
      toast(t`${name} is now a template`);
      close();
    },
  });
  return (
    <Form onSubmit={() => create.mutate()} fault={create.error} submit={t`Save template`} isPending={create.isPending}>
      <TextField
        label={t`Template name`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={faultsOf(create.error)['name']}
        onChange={(event) => setName(event.target.value)}
      />
    </Form>
  );
}
