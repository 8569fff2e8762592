// The gallery of pictures: added by choosing, dropping and pasting, several at once; what each shows
// is asked here, once; removed when there is no use for them.
import './pictures.css';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ConfirmButton } from '../confirm-button.tsx';
import { DropPlace } from '../form/drop-place.tsx';
import { Empty, Loading, Notice } from '../notice.tsx';
import { Button, Check, TextField } from '../parts.tsx';
import { toast } from '../toast.ts';
import { addressFor, type Picture, type PictureTools } from './tools.ts';
import { type Adding, picturesIn, useAdding } from './use-adding.ts';

type PicturesProps = {
  tools: PictureTools;
  mayEdit: boolean;
  /** Chooses one; absent: they are only looked at. */
  onChoose?: (picture: Picture) => void;
};

export function Pictures({ tools, mayEdit, onChoose }: PicturesProps) {
  const { t } = useLingui();
  const adding = useAdding(tools.add);
  usePaste(adding, mayEdit);
  const { pictures } = tools;
  return (
    <DropPlace
      className="pictures stack"
      words={t`Drop: pictures are added`}
      onFiles={mayEdit ? (files) => void adding.add(files) : undefined}
    >
      {mayEdit && <AddLine adding={adding} />}
      {tools.error && <Notice tone="bad">{tools.error.message}</Notice>}
      <div className="row apart">
        <TextField
          aria-label={t`Filter by name`}
          placeholder={t`Name`}
          value={tools.search}
          onChange={(event) => tools.setSearch(event.target.value)}
        />
        <Check
          label={t`Only those that no mail has had`}
          checked={tools.isUnused}
          onChange={(event) => tools.setUnused(event.target.checked)}
        />
      </div>
      {tools.isPending && <Loading label={t`Loading pictures`} />}
      {!tools.isPending && !tools.error && pictures.length === 0 && (
        <Empty title={tools.search !== '' || tools.isUnused ? t`No picture is like that` : t`No pictures yet`}>
          {mayEdit && t`Drop some here, paste one, or choose files.`}
        </Empty>
      )}
      <ul className="picture-grid" aria-label={t`Pictures`}>
        {pictures.map((picture) => (
          <PictureCard key={picture.media_uid} {...{ picture, tools, mayEdit, onChoose }} />
        ))}
      </ul>
      {tools.more && (
        <div>
          <Button variant="default" loading={tools.isLoadingMore} onClick={tools.more}>
            {t`Show more`}
          </Button>
        </div>
      )}
    </DropPlace>
  );
}

function AddLine({ adding }: { adding: Adding }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { left, faults, add } = adding;
  return (
    <div className="stack close">
      <div className="row">
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept="image/jpeg,image/png,image/gif,image/webp"
          aria-label={t`Pictures to add`}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button loading={left > 0} onClick={() => input.current?.click()}>
          {t`Add pictures`}
        </Button>
        <span className="small" role="status">
          {left > 0
            ? t`${left} still to be added`
            : t`Or drop or paste them here. JPEG, PNG, GIF or WebP, at most 15 MB.`}
        </span>
      </div>
      {faults.length > 0 && (
        <Notice tone="bad">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}

/** What is pasted anywhere but into a field. */
function usePaste(adding: Adding, mayEdit: boolean): void {
  const add = useRef(adding.add);
  add.current = adding.add;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = picturesIn(event.clipboardData);
      if (!mayEdit || files.length === 0) return;
      event.preventDefault();
      void add.current(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [mayEdit]);
}

type CardProps = PicturesProps & { picture: Picture };

function PictureCard({ picture, tools, mayEdit, onChoose }: CardProps) {
  const { t } = useLingui();
  const { media_uid: uid, name, alt, files, was_used: isUsed } = picture;
  const [words, setWords] = useState(alt ?? '');
  const [size] = files;
  /** Nothing typed where nothing was said before leaves the question open. */
  const save = () => {
    if (words !== (alt ?? '')) tools.change(uid, { alt: words }).catch((error: Error) => toast(error.message, 'bad'));
  };
  return (
    <li>
      <div className="picture-frame">
        <img src={addressFor(picture, 160)} alt={alt || name} loading="lazy" />
      </div>
      <div className="stack close">
        <b className="picture-name">{name}</b>
        <span className="small">
          {size && `${size.width} × ${size.height}`} · {isUsed ? t`a mail has had it` : t`no mail has had it`}
        </span>
        {mayEdit && (
          <TextField
            label={t`What it shows`}
            aria-label={t`What ${name} shows`}
            size="xs"
            maxLength={500}
            placeholder={alt === null ? t`Not said yet` : t`It only adorns`}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onBlur={save}
          />
        )}
        <div className="row apart">
          {onChoose && (
            <Button
              size="compact-sm"
              aria-label={t`Choose ${name}`}
              onClick={() => {
                save();
                onChoose({ ...picture, alt: words });
              }}
            >
              {t`Choose`}
            </Button>
          )}
          {mayEdit && <RemoveButton picture={picture} tools={tools} />}
        </div>
      </div>
    </li>
  );
}

function RemoveButton({ picture, tools }: { picture: Picture; tools: PictureTools }) {
  const { t } = useLingui();
  const { media_uid: uid, name, was_used: isUsed } = picture;
  return (
    <ConfirmButton
      label={t`Remove`}
      about={t`Remove ${name}`}
      title={t`Remove ${name}?`}
      onConfirm={() => tools.remove(uid)}
    >
      {isUsed
        ? t`It goes out of this gallery. Mails that have had it keep it: who reads them sees it still.`
        : t`No mail has had it: its files are deleted.`}
    </ConfirmButton>
  );
}
