// The open block where something is written in it: its texts in editors of their own.
import { useLingui } from '@lingui/react/macro';
import { placeOf } from '../merge-tags/across.ts';
import { Button } from '../parts.tsx';
import { BlockView } from './block-view.tsx';
import { type Block, textOf } from './document/document.ts';
import { RICH, useKindNames } from './kinds.ts';
import { RichEditor } from './rich/rich-editor.tsx';
import { useEditing } from './tools.ts';

type WritingProps = { block: Block; hasFocus: boolean };

export function BlockWriting({ block, hasFocus }: WritingProps) {
  const { t } = useLingui();
  const names = useKindNames();
  const member = RICH[block.kind];
  if (member === undefined) return <BlockView block={block} />;
  if (block.kind === 'footer') return <Footer block={block} hasFocus={hasFocus} />;
  const isProduct = block.kind === 'product';
  const look = block.kind === 'heading' ? `level-${block['level'] ?? 2}` : `size-${textOf(block, 'size') || 'normal'}`;
  const label = isProduct ? t`Product name` : names[block.kind];
  return (
    <div
      className={`look-${block.kind} align-${textOf(block, 'align') || 'left'}`}
      data-color={textOf(block, 'color') || undefined}
    >
      {isProduct && <BlockView block={block} />}
      <div className={isProduct ? 'stack close writing' : look}>
        <Written {...{ block, member, label, hasFocus }} hasParts={block.kind === 'text'} />
        {isProduct && <Written {...{ block, member: 'text', label: t`Text of the product`, hasParts: true }} />}
      </div>
    </div>
  );
}

type WrittenProps = { block: Block; member: string; label: string; hasParts: boolean; hasFocus?: boolean };

/** A text member in an editor of its own. */
function Written({ block, member, ...how }: WrittenProps) {
  const { set, tags, across } = useEditing();
  const change = (html: string) => set(block, { [member]: html }, placeOf(block, member));
  const marks = across.get(placeOf(block, member));
  return <RichEditor {...how} html={textOf(block, member)} tags={tags} across={marks} onChange={change} />;
}

function Footer({ block, hasFocus }: WritingProps) {
  const { t } = useLingui();
  const { set, tools } = useEditing();
  const isOwn = block['text'] !== undefined;
  const [words, act, text] = isOwn
    ? [t`Own text`, t`Use the brand’s`, undefined]
    : [t`The footer of the brand, from the settings`, t`Write your own`, tools.brand.footer ?? tools.defaults.footer];
  return (
    <>
      {isOwn ? (
        <div className="look-footer">
          <Written {...{ block, member: 'text', label: t`Footer`, hasFocus, hasParts: true }} />
        </div>
      ) : (
        <BlockView block={block} />
      )}
      <p className="row small apart kit-words">
        <span>{words}</span>
        <Button variant="subtle" size="compact-xs" onClick={() => set(block, { text })}>
          {act}
        </Button>
      </p>
    </>
  );
}
