// The brand: what all mails of blocks have in common. It saves itself.
import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useMay } from '../../api/accounts/session.ts';
import { brandQuery, loadBrand, putBrand } from '../../api/blocks/blocks.tsx';
import { useFooterTags } from '../../api/blocks/mail-tags.ts';
import { ChooseFromGallery } from '../../api/media/choose.tsx';
import { ClashNotice } from '../../api/shared/clash.tsx';
import { useSharedAutosave } from '../../api/shared/use-shared-autosave.ts';
import { type Brand, isPictureAddress, lookOf } from '../../kit/blocks/document/document.ts';
import { LookFields } from '../../kit/blocks/forms/look-fields.tsx';
import { RichEditor } from '../../kit/blocks/lazy.tsx';
import { NumberField } from '../../kit/form/number-field.tsx';
import { TagsContext } from '../../kit/merge-tags/words.ts';
import { Notice } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Button, TextField } from '../../kit/parts.tsx';
import { addressFor } from '../../kit/pictures/tools.ts';
import { BrandSample } from './brand-sample.tsx';

type Changes = { brand: Brand };

export function BrandScreen() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const { brand, defaults, set, saving, round, clash } = useBrand();
  const words = {
    saved: t`All changes are saved. Emails get them the next time their blocks are saved; until then they stay as they are.`,
    saving: t`Saving…`,
    changed: t`Unsaved changes`,
    away: t`Not saved: the server cannot be reached. Trying again; your changes stay here.`,
    refused: t`Not saved: see below`,
    stopped: t`Not saved`,
  };
  const { logo: _, footer = defaults.footer, ...look } = brand;
  const tags = useFooterTags();
  return (
    <fieldset className="bare stack" disabled={!mayEdit}>
      <legend className="unseen">{t`Brand`}</legend>
      <p className="quiet" role="status">
        {mayEdit ? words[saving.state] : t`Your role can view this but not change it.`}
      </p>
      {saving.state === 'refused' && <Notice tone="bad">{t`Not saved: ${saving.message}`}</Notice>}
      {clash && <ClashNotice clash={clash} />}
      <TagsContext value={tags}>
        <div className="split" key={round}>
          <div className="stack">
            <Card title={t`Colors and fonts`}>
              <LookFields
                own={look}
                shown={lookOf({}, brand, defaults)}
                onChange={(next) => set({ ...brand, ...next })}
              />
            </Card>
            <LogoCard brand={brand} set={set} />
            <Card title={t`Footer`}>
              <div className="stack close">
                <p className="small">{t`Shown at the end of every email made of blocks that has no footer of its own.`}</p>
                {mayEdit && (
                  <RichEditor
                    label={t`Footer text`}
                    html={footer}
                    hasParts
                    onChange={(html) => set({ ...brand, footer: html })}
                    tags={tags}
                  />
                )}
              </div>
            </Card>
          </div>
          <Card title={t`Preview`}>
            <BrandSample brand={brand} defaults={defaults} />
          </Card>
        </div>
      </TagsContext>
    </fieldset>
  );
}

/** The brand as it stands here, which saves itself. */
function useBrand() {
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(brandQuery);
  const { record, defaults, tag: loadedTag } = data;
  const loaded = useMemo(() => ({ members: { brand: record }, tag: loadedTag }), [record, loadedTag]);
  const [round, setRound] = useState(0);
  const { autosave, clash } = useSharedAutosave<Changes>({
    key: 'brand',
    loaded,
    put: ({ brand = {} }, tag) => putBrand(brand, tag),
    load: async () => {
      const { record: brand, tag } = await loadBrand();
      return { members: { brand }, tag };
    },
    onStored: ({ members, tag }) =>
      queryClient.setQueryData(brandQuery.queryKey, (now) => now && { ...now, record: members.brand, tag }),
  });
  const { changes, change, saving } = autosave;
  const set = (brand: Brand) => change({ brand });
  // The fields hold what was typed into them: with theirs they are drawn anew.
  const takeTheirs = () => {
    clash?.takeTheirs();
    setRound(round + 1);
  };
  return { brand: changes.brand ?? record, defaults, set, saving, round, clash: clash && { ...clash, takeTheirs } };
}

type LogoProps = { brand: Brand; set: (brand: Brand) => void };
const WIDTH = 160;

function LogoCard({ brand, set }: LogoProps) {
  const { t } = useLingui();
  const { logo, ...others } = brand;
  const [src, setSrc] = useState(logo?.src ?? '');
  const [alt, setAlt] = useState(logo?.alt ?? '');
  const take = (next: { src: string; alt: string; width: number }) => {
    if (next.src === '') {
      if (logo) set(others);
      return;
    }
    if (isPictureAddress(next.src) && next.alt.trim() !== '') set({ ...brand, logo: { ...logo, ...next } });
  };
  const width = logo?.width ?? WIDTH;
  return (
    <Card title={t`Logo`}>
      <div className="stack">
        <div>
          <ChooseFromGallery
            onChoose={(picture) => {
              const next = { src: addressFor(picture, WIDTH), alt: picture.alt || alt || picture.name, width };
              setSrc(next.src);
              setAlt(next.alt);
              take(next);
            }}
          />
        </div>
        <TextField
          label={t`Address of the image`}
          placeholder={'https://'}
          value={src}
          error={src !== '' && !isPictureAddress(src) && t`Start with https:// or a merge tag.`}
          onChange={({ target: { value } }) => {
            setSrc(value);
            take({ src: value, alt, width });
          }}
        />
        <TextField
          label={t`What it shows`}
          description={t`Shown where images are not displayed, such as your company name.`}
          value={alt}
          error={src !== '' && alt.trim() === '' && t`Required: many people read email without images.`}
          onChange={({ target: { value } }) => {
            setAlt(value);
            take({ src, alt: value, width });
          }}
        />
        {logo && (
          <div className="row apart">
            <NumberField
              label={t`Width in pixels`}
              min={16}
              max={600}
              value={width}
              onChange={(next) => next !== '' && take({ src, alt, width: next })}
            />
            <Button
              variant="default"
              onClick={() => {
                set(others);
                setSrc('');
                setAlt('');
              }}
            >
              {t`No logo`}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
