// Templates: your own with their pictures, and those that come with the server to begin with.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { memo, useDeferredValue, useMemo } from 'react';
import { useMay } from '../api/accounts/session.ts';
import {
  type TemplateCard,
  templatePicture,
  templatesQuery,
  useEmptyBlocks,
  useEmptyPage,
} from '../api/campaigns/templates.ts';
import { useFormat } from '../api/use-format.ts';
import { DropPlace } from '../kit/form/drop-place.tsx';
import { FileButton } from '../kit/form/file-button.tsx';
import { useTyped } from '../kit/form/use-typed.ts';
import { Empty, Loading, Refused } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { PagePicture } from '../kit/page/page-frame.tsx';
import { Button, Choice, TextField } from '../kit/parts.tsx';
import { type TemplatesSearch, templatesSearch } from '../searches.ts';
import { TemplateActions } from './actions.tsx';
import { type MakeTemplate, useMakeTemplate } from './make.ts';
import { NewCampaignWith } from './new-campaign-with.tsx';
import { StartingTemplates } from './starting.tsx';
import { type Uploads, UploadsState, useUploads } from './uploads.tsx';
import './templates.css';
import { ShowMore } from '../kit/table/show-more.tsx';

/** From this many on they are looked for by name. */
const MANY = 6;

export function Templates() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const uploads = useUploads();
  const make = useMakeTemplate();
  const actions = mayEdit && <Making uploads={uploads} make={make} />;
  return (
    <Page title={t`Templates`} about={<Link to="/pictures">{t`Images`}</Link>} actions={actions}>
      <DropPlace
        className="stack template-rooms"
        words={t`Drop a zip, HTML or Markdown file to make a template of it`}
        onFiles={mayEdit && !uploads.now ? (files) => void uploads.take(files) : undefined}
      >
        <UploadsState uploads={uploads} />
        <OwnTemplates mayEdit={mayEdit} />
        <StartingTemplates mayEdit={mayEdit} make={make} />
      </DropPlace>
    </Page>
  );
}

function OwnTemplates({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useLingui();
  const { search = '', sort = 'changed' } = useSearch({ from: '/shell/templates' });
  const navigate = useNavigate({ from: '/templates' });
  const own = useInfiniteQuery(templatesQuery(search, sort));
  const mine = useMemo(() => own.data?.pages.flatMap(({ records }) => records) ?? [], [own.data]);
  const drawn = useDeferredValue(mine);
  const isSearched = search !== '';
  const look = (asked: TemplatesSearch) =>
    void navigate({ search: templatesSearch({ search, sort, ...asked }), replace: true });
  const [typed, setTyped] = useTyped(search, (text) => look({ search: text }));
  return (
    <section className="stack" aria-labelledby="own-templates">
      <div className="row apart">
        <h2 id="own-templates">{t`Your templates`}</h2>
        {(mine.length > MANY || isSearched || typed !== '') && (
          <div className="row order">
            <Choice
              aria-label={t`Order`}
              data={[
                { value: 'changed', label: t`Last changed` },
                { value: 'name', label: t`Name` },
              ]}
              value={sort}
              onChange={(value) => look({ sort: value === 'name' ? 'name' : 'changed' })}
            />
            <TextField
              type="search"
              aria-label={t`Filter by name`}
              placeholder={t`Filter by name`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
      </div>
      <Refused query={own} />
      {(own.isPending || (drawn.length === 0 && mine.length > 0)) && <Loading label={t`Loading templates`} />}
      {own.data && mine.length === 0 && (
        <div className="card">
          <Empty title={isSearched ? t`No template with this name` : t`No templates yet`}>
            {!isSearched && t`Choose one below, drop a zip or HTML file here, or save a campaign as a template.`}
          </Empty>
        </div>
      )}
      <Cards templates={drawn} mayEdit={mayEdit} />
      <ShowMore pages={own} />
    </section>
  );
}

/** Drawn after what is typed: hundreds of them take longer than a key may. */
const Cards = memo(function Cards({ templates, mayEdit }: { templates: readonly TemplateCard[]; mayEdit: boolean }) {
  return (
    <ul className="gallery">
      {templates.map((template) => (
        <OwnCard key={template.template_uid} template={template} mayEdit={mayEdit} />
      ))}
    </ul>
  );
});

function Making({ uploads, make }: { uploads: Uploads; make: MakeTemplate }) {
  const { t } = useLingui();
  const emptyBlocks = useEmptyBlocks();
  const emptyPage = useEmptyPage();
  const name = t`New template`;
  const made = make.isPending ? make.variables : {};
  return (
    <>
      <FileButton
        label={t`Upload a file`}
        fieldLabel={t`HTML, Markdown or zip file`}
        accept=".html,.htm,.md,.markdown,.zip"
        isLarge
        isPending={uploads.now !== undefined}
        onFile={(file) => void uploads.take([file])}
      />
      <Button variant="default" loading={'content' in made} onClick={() => make.mutate({ name, content: emptyPage() })}>
        {t`New HTML page`}
      </Button>
      <Button loading={'blocks' in made} onClick={() => make.mutate({ name, blocks: emptyBlocks() })}>
        {name}
      </Button>
    </>
  );
}

/** Drawn anew when it changes: hundreds of them may stand beside it. */
const OwnCard = memo(function OwnCard({ template, mayEdit }: { template: TemplateCard; mayEdit: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const { template_uid: templateUid, name, made_of: madeOf, updated_at: changed } = template;
  const when = format.since(Date.parse(changed));
  return (
    <li>
      <PagePicture src={templatePicture(template)} height={1} />
      <div className="words">
        <Link className="whole" title={name} to="/templates/$templateUid" params={{ templateUid }}>
          {name}
        </Link>
        <span className="small">
          {madeOf === 'blocks' ? t`Blocks` : t`HTML`} · <time dateTime={changed}>{t`changed ${when}`}</time>
        </span>
        {mayEdit && (
          <div className="row apart actions">
            <NewCampaignWith name={name} of={{ templateUid }} isCompact />
            <TemplateActions template={template} isCompact />
          </div>
        )}
      </div>
    </li>
  );
});
