// The gallery of pictures: added by choosing, dropping and pasting, several at once; what each shows
// is asked here, once; renamed, and removed when there is no use for them.
import './pictures.css';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { DropPlace } from '../form/drop-place.tsx';
import { Empty, Loading, Notice } from '../notice.tsx';
import { Button, Check, TextField } from '../parts.tsx';
import { ShowMore } from '../table/show-more.tsx';
import { PictureCard } from './picture-card.tsx';
import type { Picture, PictureTools } from './tools.ts';
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
      words={t`Drop to add images`}
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
          label={t`Only those not used in any email`}
          checked={tools.isUnused}
          onChange={(event) => tools.setUnused(event.target.checked)}
        />
      </div>
      {tools.isPending && <Loading label={t`Loading images`} />}
      {!tools.isPending && !tools.error && pictures.length === 0 && (
        <Empty title={tools.search !== '' || tools.isUnused ? t`No matching images` : t`No images yet`}>
          {mayEdit && t`Drop some here, paste one, or choose files.`}
        </Empty>
      )}
      <ul className="picture-grid" aria-label={t`Images`}>
        {pictures.map((picture) => (
          <PictureCard key={picture.media_uid} {...{ picture, tools, mayEdit, onChoose }} />
        ))}
      </ul>
      {tools.more && (
        <ShowMore pages={{ hasNextPage: true, isFetchingNextPage: tools.isLoadingMore, fetchNextPage: tools.more }} />
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
          aria-label={t`Images to add`}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button loading={left > 0} onClick={() => input.current?.click()}>
          {t`Add images`}
        </Button>
        <span className="small" role="status">
          {left > 0 ? t`${left} left to add` : t`Or drop or paste them here. JPEG, PNG, GIF or WebP, at most 15 MB.`}
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
