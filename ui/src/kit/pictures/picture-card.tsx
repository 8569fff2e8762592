// One picture of the gallery: how it looks, what it is called and shows, what can be done with it.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../confirm-button.tsx';
import { Form } from '../form/form.tsx';
import { Button, Dialog, Menu, TextField } from '../parts.tsx';
import { RowMenu } from '../row-menu.tsx';
import { toast } from '../toast.ts';
import { addressFor, type Picture, type PictureTools } from './tools.ts';

type CardProps = {
  picture: Picture;
  tools: PictureTools;
  mayEdit: boolean;
  onChoose?: ((picture: Picture) => void) | undefined;
};

export function PictureCard({ picture, tools, mayEdit, onChoose }: CardProps) {
  const { t } = useLingui();
  const { media_uid: uid, name, alt, files, was_used: isUsed } = picture;
  const [words, setWords] = useState(alt ?? '');
  const [size] = files;
  /** Nothing typed where nothing was said before leaves the question open. */
  const sent = useRef(words);
  const save = async () => {
    if (words === sent.current) return;
    const before = sent.current;
    sent.current = words;
    try {
      await tools.change(uid, { alt: words });
    } catch (error) {
      sent.current = before;
      throw error;
    }
  };
  const tell = (error: Error) => toast(error.message, 'bad');
  return (
    <li>
      <div className="picture-frame">
        <img src={addressFor(picture, 160)} alt={alt || name} loading="lazy" />
      </div>
      <div className="stack close">
        <b className="picture-name" title={name}>
          {name}
        </b>
        <span className="small">
          {size && `${size.width} × ${size.height}`} · {isUsed ? t`used in an email` : t`not used in any email`}
        </span>
        {mayEdit && (
          <TextField
            label={t`What it shows`}
            aria-label={t`What ${name} shows`}
            size="xs"
            maxLength={500}
            placeholder={alt === null ? t`Not filled in yet` : t`Decorative`}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onBlur={() => void save().catch(tell)}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Enter' && !nativeEvent.isComposing) void save().then(() => toast(t`Saved.`, 'good'), tell);
            }}
          />
        )}
        <div className="row apart">
          {onChoose && (
            <Button
              size="compact-sm"
              aria-label={t`Choose ${name}`}
              onClick={() => {
                void save().catch(tell);
                onChoose({ ...picture, alt: words });
              }}
            >
              {t`Choose`}
            </Button>
          )}
          {mayEdit && <Actions picture={picture} tools={tools} />}
        </div>
      </div>
    </li>
  );
}

type ActionsProps = Pick<CardProps, 'picture' | 'tools'>;

function Actions({ picture, tools }: ActionsProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { media_uid: uid, name, was_used: isUsed } = picture;
  const close = () => setOpen(undefined);
  return (
    <>
      <RowMenu
        button={(props) => (
          <Button {...props} variant="subtle" size="compact-sm" aria-label={t`More for ${name}`}>
            {t`More`}
          </Button>
        )}
      >
        <Menu.Item onClick={() => setOpen('rename')}>{t`Rename`}</Menu.Item>
        <Menu.Item color="red" onClick={() => setOpen('remove')}>{t`Remove`}</Menu.Item>
      </RowMenu>
      <Dialog opened={open === 'rename'} onClose={close} title={t`Rename the image`}>
        {open === 'rename' && <Rename picture={picture} tools={tools} close={close} />}
      </Dialog>
      <ConfirmDialog
        title={t`Remove ${name}?`}
        isOpen={open === 'remove'}
        close={close}
        label={t`Remove`}
        name={undefined}
        onConfirm={() => tools.remove(uid)}
      >
        {isUsed
          ? t`It is removed from this gallery. Emails that used it keep it, so readers still see it.`
          : t`It is not used in any email, so its files are deleted.`}
      </ConfirmDialog>
    </>
  );
}

function Rename({ picture: { media_uid: uid, name }, tools, close }: ActionsProps & { close: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);
  const rename = useMutation({ mutationFn: () => tools.change(uid, { name: typed }), onSuccess: close });
  return (
    <Form onSubmit={() => rename.mutate()} fault={rename.error} submit={t`Rename`} isPending={rename.isPending}>
      <TextField
        label={t`Image name`}
        required
        withAsterisk={false}
        maxLength={255}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Form>
  );
}
