// How the public pages of a list look and speak, with the form as it will be beside it.
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ReadsOnly } from '../api/accounts/reads-only.tsx';
import { useMay } from '../api/accounts/session.ts';
import { faultsOf } from '../api/client.ts';
import { formPreviewQuery, type ShownPage, type UnsavedPages } from '../api/lists/form-preview.ts';
import { loadPages, pagesQuery, putPages } from '../api/lists/pages.ts';
import { ChooseFromGallery } from '../api/media/choose.tsx';
import { ClashNotice } from '../api/shared/clash.tsx';
import type { Based } from '../api/shared/tagged.ts';
import { useSharedForm } from '../api/shared/use-shared-form.ts';
import { Copyable } from '../kit/copy-button.tsx';
import { ColorField } from '../kit/form/color-field.tsx';
import { Form } from '../kit/form/form.tsx';
import { useSettled } from '../kit/form/use-settled.ts';
import { Loading, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { Choice, Segments, TextArea, TextField, Toggle } from '../kit/parts.tsx';
import { addressFor } from '../kit/pictures/tools.ts';
import { toast } from '../kit/toast.ts';
import { LiveForm } from './live-form.tsx';
import { usePublicAddress } from './public-address.ts';

export function Look() {
  const { t } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/look' });
  const pages = useQuery(pagesQuery(listUid));
  // What was asked for anew in vain takes no text away.
  if (!pages.data) return pages.error ? <Refused query={pages} /> : <Loading label={t`Loading the pages`} />;
  return <Editor key={listUid} listUid={listUid} loaded={basedOn(pages.data)} />;
}

const basedOn = ({ captcha: _, tag, ...members }: Awaited<ReturnType<typeof loadPages>>): Based<Settings> => ({
  members,
  tag,
});

/** As requests have it. */
const sentOf = (settings: Partial<Settings>) => settings as UnsavedPages;

type Settings = Required<Pick<UnsavedPages, 'title' | 'intro' | 'logo_url' | 'redirect_url'>> & {
  colors: { background: string; text: string; accent: string };
  language: 'auto' | 'en' | 'de';
  archive: string;
};

/** How wide a logo is at most, in pixels. */
const LOGO_WIDTH = 300;

/** Every page that has the look, in the order in which people meet them. */
function usePageNames(): readonly (readonly [page: ShownPage, name: string])[] {
  const { t } = useLingui();
  return [
    ['form', t`Form`],
    ['done', t`After signing up`],
    ['confirm', t`Confirm`],
    ['confirmed', t({ context: 'page', message: 'Confirmed' })],
    ['profile', t`Change details`],
    ['unsubscribe', t`Unsubscribe`],
    ['unsubscribed', t({ context: 'page', message: 'Unsubscribed' })],
    ['preferences', t`Choose lists`],
    ['forward', t`Forward to a friend`],
    ['archive', t`Archive`],
  ];
}

/** What pages have until colors are chosen. */
const USUAL = { background: '#ffffff', text: '#1b1f27', accent: '#0b62c4' } as const;

function Editor({ listUid, loaded }: { listUid: string; loaded: Based<Settings> }) {
  const { t, i18n } = useLingui();
  const mayEdit = useMay('edit');
  const queryClient = useQueryClient();
  const names = usePageNames();
  const [page, setPage] = useState<ShownPage>('form');
  const [language, setLanguage] = useState<'en' | 'de'>(i18n.locale === 'de' ? 'de' : 'en');
  const { form, setForm, send, save, clash } = useSharedForm(
    loaded,
    {
      put: (changes, tag) => putPages(listUid, sentOf(changes), tag),
      load: async () => basedOn(await loadPages(listUid)),
    },
    async () => {
      await queryClient.invalidateQueries({ queryKey: pagesQuery(listUid).queryKey });
      toast(t`Pages saved.`);
    },
  );
  const settled = useSettled(JSON.stringify(sentOf(form)));
  const unsaved = JSON.parse(settled) as UnsavedPages;
  const preview = useQuery(formPreviewQuery(listUid, { page, language, pages: unsaved }));
  const faults = { ...faultsOf(preview.error), ...faultsOf(save.error) };
  const text = (name: 'title' | 'intro' | 'logo_url' | 'redirect_url') => ({
    value: form[name] ?? '',
    error: faults[name],
    disabled: !mayEdit,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const color = (name: keyof typeof USUAL, label: string) => (
    <ColorField
      label={label}
      choice={t`Choose: ${label}`}
      value={form.colors[name]}
      usual={USUAL[name]}
      error={faults[`colors.${name}`]}
      onChange={(value) => setForm({ ...form, colors: { ...form.colors, [name]: value } })}
    />
  );
  return (
    <div className="beside">
      <Card title={t`Public pages`}>
        <Form
          onSubmit={() => send()}
          fault={save.error}
          question={clash && <ClashNotice clash={clash} />}
          submit={t`Save`}
          isPending={save.isPending}
          isDisabled={!mayEdit}
          beside={!mayEdit && <ReadsOnly />}
        >
          <p className="quiet">{t`The subscribe form, and the pages that emails link to: confirm, profile, unsubscribe.`}</p>
          <TextField label={t`Title`} description={t`Default: the name of the list`} {...text('title')} />
          <TextArea label={t`Text above the form`} autosize minRows={2} {...text('intro')} />
          <TextField
            label={t`Logo`}
            description={t`The https address of an image, shown instead of the title`}
            {...text('logo_url')}
          />
          {mayEdit && (
            <div>
              <ChooseFromGallery
                onChoose={(picture) => setForm({ ...form, logo_url: addressFor(picture, LOGO_WIDTH) })}
              />
            </div>
          )}
          <div className="colors">
            {color('background', t`Background`)}
            {color('text', t`Text`)}
            {color('accent', t`Buttons and links`)}
          </div>
          <p className="quiet small">{t`Text stays readable whatever you choose. If you set no colors, the pages follow the visitor’s light or dark setting.`}</p>
          <LanguageChoice
            language={form.language}
            isDisabled={!mayEdit}
            onChange={(chosen) => setForm({ ...form, language: chosen })}
          />
          <TextField label={t`Your page after confirming`} description={t`Default: ours`} {...text('redirect_url')} />
          <Toggle
            label={t`Archive`}
            description={t`Anyone can read the campaigns that were sent to the whole list.`}
            checked={form.archive === 'yes'}
            disabled={!mayEdit}
            onChange={(event) => setForm({ ...form, archive: event.currentTarget.checked ? 'yes' : 'no' })}
          />
          {loaded.members.archive === 'yes' && <ArchiveAddress listUid={listUid} />}
        </Form>
      </Card>
      <div className="stack close">
        <div className="row apart">
          <Choice
            aria-label={t`Page`}
            size="xs"
            allowDeselect={false}
            value={page}
            onChange={(chosen) => chosen && setPage(chosen as ShownPage)}
            data={names.map(([value, label]) => ({ value, label }))}
          />
          <Segments
            aria-label={t`Visitor’s language`}
            size="xs"
            value={language}
            onChange={(chosen) => setLanguage(chosen === 'de' ? 'de' : 'en')}
            data={[
              { value: 'en', label: t`English` },
              { value: 'de', label: t`German` },
            ]}
          />
        </div>
        <LiveForm
          title={names.find(([one]) => one === page)?.[1]}
          src={preview.data}
          note={preview.error ? t`This is how it looked before the last change` : undefined}
        />
      </div>
    </div>
  );
}

type LanguageChoiceProps = {
  language: Settings['language'];
  isDisabled: boolean;
  onChange: (chosen: Settings['language']) => void;
};

function LanguageChoice({ language, isDisabled, onChange }: LanguageChoiceProps) {
  const { t } = useLingui();
  return (
    <Choice
      label={t`Language`}
      data={[
        { value: 'auto', label: t`The visitor’s browser language` },
        { value: 'en', label: t`English` },
        { value: 'de', label: t`German` },
      ]}
      value={language}
      disabled={isDisabled}
      onChange={(chosen) => chosen && onChange(chosen as Settings['language'])}
    />
  );
}

function ArchiveAddress({ listUid }: { listUid: string }) {
  const { t } = useLingui();
  const address = usePublicAddress();
  const url = `${address}/archive/${listUid}`;
  return (
    <div className="stack close">
      <h3>{t`Archive address`}</h3>
      <Copyable text={url} of={t`the address of the archive`} />
      <p>
        <a href={url} target="_blank" rel="noreferrer">{t`Open the archive`}</a>
      </p>
    </div>
  );
}
