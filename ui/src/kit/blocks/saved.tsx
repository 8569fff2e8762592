// Blocks that several mails have: saving one, changing it for all, and taking it as it is saved now.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../form/form.tsx';
import { useTagWords } from '../merge-tags/words.ts';
import { Button, Dialog, Menu, TextField } from '../parts.tsx';
import { toast } from '../toast.ts';
import { type Block, contentOf, wordsOf } from './document/document.ts';
import { replaced } from './document/moves.ts';
import { useKindNames } from './kinds.ts';
import { type SavedBlock, useEditing } from './tools.ts';

/** In the menu of a block: leads to the question for its name. */
export function SaveItem({ block }: { block: Block }) {
  const { t } = useLingui();
  const { ask } = useEditing();
  return <Menu.Item onClick={() => ask({ what: 'save', id: block.id })}>{t`Save block for reuse…`}</Menu.Item>;
}

/** Asks how a block is called, and saves it. */
export function SaveDialog({ block, close }: { block: Block; close: () => void }) {
  const { t } = useLingui();
  const { set, tags, tools } = useEditing();
  const names = useKindNames();
  const [name, setName] = useState(wordsOf(block, useTagWords(tags)) || names[block.kind]);
  const save = useMutation({
    mutationFn: () => tools.save(name, block),
    onSuccess(uid) {
      set(block, { saved: uid });
      toast(t`${name} can now be added to other emails`);
      close();
    },
  });
  return (
    <Dialog opened onClose={close} title={t`Save block for reuse`}>
      <Form
        onSubmit={() => save.mutate()}
        fault={save.error}
        submit={t`Save block`}
        isPending={save.isPending}
        isDisabled={name.trim() === ''}
      >
        <TextField
          label={t`Block name`}
          description={t`Such as Header, or Footer with our address`}
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}

/** Below an open block that was made from a saved one: whether it differs, and what to do then. */
export function SavedLine({ block }: { block: Block }) {
  const { t } = useLingui();
  const { set, tools } = useEditing();
  const uid = block['saved'];
  const saved = tools.saved.find((one) => one.saved_block_uid === uid);
  if (uid === undefined) return null;
  const isSame = saved !== undefined && contentOf(block) === contentOf(saved.block as unknown as Block);
  return (
    <div className="saved-line">
      <p className="small">
        {!saved && t`It was created from a saved block that has been removed.`}
        {saved && isSame && t`Saved as “${saved.name}”, exactly as shown here.`}
        {saved && !isSame && t`It differs from the saved “${saved.name}”.`}
      </p>
      <div className="row">
        {saved && !isSame && <Changed block={block} saved={saved} />}
        <Button variant="subtle" size="compact-xs" onClick={() => set(block, { saved: undefined })}>
          {t`Only for this mail`}
        </Button>
      </div>
    </div>
  );
}

function Changed({ block, saved }: { block: Block; saved: SavedBlock }) {
  const { t } = useLingui();
  const { doc, put, tools, flush, ask } = useEditing();
  const { saved_block_uid: uid, name } = saved;
  const change = useMutation({
    async mutationFn() {
      await flush(); // this mail has it as it is saved then
      return tools.changeSaved(uid, block);
    },
    onSuccess(count) {
      if (count > 0) ask({ what: 'update', uid, name, count });
      else toast(t`${name} was saved`);
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  const take = () => {
    const { id } = block;
    put(replaced(doc.blocks, id, () => [{ ...(saved.block as unknown as Block), id, saved: uid }]));
  };
  return (
    <>
      <Button variant="default" size="compact-xs" loading={change.isPending} onClick={() => change.mutate()}>
        {t`Save anyway`}
      </Button>
      <Button variant="default" size="compact-xs" onClick={take}>
        {t`Use the saved version`}
      </Button>
    </>
  );
}
