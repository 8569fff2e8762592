// The open block where something is written in it: its texts in editors of their own.
import { useLingui } from '@lingui/react/macro';
import { Button } from '../parts.tsx';
import { BlockView } from './block-view.tsx';
import { type Block, textOf, withMembers } from './document/document.ts';
import { replaced } from './document/moves.ts';
import { RICH, useKindNames } from './kinds.ts';
import { RichEditor } from './rich/rich-editor.tsx';
import { useEditing } from './tools.ts';

export function BlockWriting({ block, hasFocus }: { block: Block; hasFocus: boolean }) {
  const { t } = useLingui();
  const { doc, put, tags } = useEditing();
  const names = useKindNames();
  const set = (member: string, html: string) =>
    put(
      replaced(doc.blocks, block.id, (one) => [withMembers(one, { [member]: html })]),
      { step: `${block.id}.${member}` },
    );
  const member = RICH[block.kind];
  if (member === undefined) return <BlockView block={block} />;
  if (block.kind === 'footer') return <Footer block={block} set={set} hasFocus={hasFocus} />;
  const look = block.kind === 'heading' ? `level-${block['level'] ?? 2}` : `size-${textOf(block, 'size') || 'normal'}`;
  return (
    <div
      className={`look-${block.kind} align-${textOf(block, 'align') || 'left'}`}
      data-color={textOf(block, 'color') || undefined}
    >
      {block.kind === 'product' && <BlockView block={block} />}
      <div className={block.kind === 'product' ? 'stack close writing' : look}>
        <RichEditor
          label={block.kind === 'product' ? t`Name of the product` : names[block.kind]}
          html={textOf(block, member)}
          hasParts={block.kind === 'text'}
          hasFocus={hasFocus}
          onChange={(html) => set(member, html)}
          tags={tags}
        />
        {block.kind === 'product' && (
          <RichEditor
            label={t`Text of the product`}
            html={textOf(block)}
            hasParts
            onChange={(html) => set('text', html)}
            tags={tags}
          />
        )}
      </div>
    </div>
  );
}

type FooterProps = { block: Block; set: (member: string, html: string) => void; hasFocus: boolean };

function Footer({ block, set, hasFocus }: FooterProps) {
  const { t } = useLingui();
  const { doc, put, tags, tools } = useEditing();
  const isOwn = block['text'] !== undefined;
  const reset = () => put(replaced(doc.blocks, block.id, (one) => [withMembers(one, { text: undefined })]));
  return (
    <>
      {isOwn ? (
        <div className="look-footer">
          <RichEditor
            label={t`Footer`}
            html={textOf(block)}
            hasParts
            hasFocus={hasFocus}
            onChange={(html) => set('text', html)}
            tags={tags}
          />
        </div>
      ) : (
        <BlockView block={block} />
      )}
      <p className="row small apart kit-words">
        <span>{isOwn ? t`Its own text` : t`The footer of the brand, from the settings`}</span>
        {isOwn ? (
          <Button variant="subtle" size="compact-xs" onClick={reset}>
            {t`Take that of the brand`}
          </Button>
        ) : (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => set('text', tools.brand.footer ?? tools.defaults.footer)}
          >
            {t`Write its own`}
          </Button>
        )}
      </p>
    </>
  );
}
