// A block about as it looks in the mail; what the server makes of it stands in the preview.
import './mail-look.css';
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { placeOf } from '../merge-tags/across.ts';
import { TagChips } from '../merge-tags/tag-chips.tsx';
import type { Brand, BrandDefaults } from './document/document.ts';
import { type Block, textOf } from './document/document.ts';
import { ConditionWords } from './forms/condition.tsx';
import { RichView } from './rich/rich-view.tsx';
import { useEditing } from './tools.ts';

export function BlockView({ block }: { block: Block }) {
  const { tools, across } = useEditing();
  const align = textOf(block, 'align') || (block.kind === 'footer' ? 'center' : 'left');
  return (
    <div className={`look-${block.kind} align-${align}`} data-color={textOf(block, 'color') || undefined}>
      <Inside block={block} brand={tools.brand} defaults={tools.defaults} across={across} />
    </div>
  );
}

type InsideProps = {
  block: Block;
  brand: Brand;
  defaults: BrandDefaults;
  across?: ReadonlyMap<string, string>;
};

export function Inside({ block, brand, defaults, across }: InsideProps): ReactNode {
  const marks = across?.get(placeOf(block));
  switch (block.kind) {
    case 'heading':
      return <div className={`level-${block['level'] ?? 2}`}>{<RichView html={textOf(block)} across={marks} />}</div>;
    case 'text':
      return (
        <div className={`size-${textOf(block, 'size') || 'normal'}`}>
          <RichView html={textOf(block)} across={marks} />
        </div>
      );
    case 'footer':
      return <RichView html={textOf(block) || (brand.footer ?? defaults.footer)} across={marks} />;
    case 'image':
      return <Picture block={block} brand={brand} />;
    case 'button':
      return (
        <span className={`a-button ${textOf(block, 'style')}`} data-full={block['full'] === true || undefined}>
          <TagChips text={textOf(block)} across={marks} />
        </span>
      );
    case 'divider':
      return <hr style={{ borderTopWidth: Number(block['thickness'] ?? 1) }} />;
    case 'space':
      return <div style={{ height: Number(block['height'] ?? 24) }} />;
    case 'social':
      return <Social block={block} />;
    case 'product':
      return <Product block={block} across={across} />;
    case 'html':
      return <pre className="own-html">{textOf(block, 'html')}</pre>;
    case 'columns':
      return null;
    case 'condition':
      return <ConditionWords block={block} />;
  }
}

function Picture({ block, brand }: { block: Block; brand: Brand }) {
  const { t } = useLingui();
  const logo = block['src'] === undefined ? brand.logo : undefined;
  const src = textOf(block, 'src') || (logo?.src ?? '');
  const width = typeof block['width'] === 'number' ? block['width'] : logo?.width;
  if (src === '') return <div className="no-picture">{t`No image selected yet, and the brand has no logo.`}</div>;
  if (!src.startsWith('http')) return <div className="no-picture">{src}</div>;
  const style: CSSProperties = width === undefined ? {} : { width };
  return <img src={src} alt={textOf(block, 'alt') || (logo?.alt ?? '')} style={style} />;
}

function Social({ block }: { block: Block }) {
  const names = ['website', 'facebook', 'instagram', 'linkedin', 'youtube', 'tiktok', 'x', 'mastodon', 'bluesky'];
  const own = [...names, 'whatsapp', 'telegram'].filter((name) => textOf(block, name) !== '');
  return (
    <span className="quiet-words">{own.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(' · ')}</span>
  );
}

function Product({ block, across }: Pick<InsideProps, 'block' | 'across'>) {
  const { t } = useLingui();
  const [src, feed, old] = [textOf(block, 'src'), textOf(block, 'feed'), textOf(block, 'old_price')];
  return (
    <div className="product">
      {src.startsWith('http') && <img src={src} alt={textOf(block, 'alt')} />}
      {src !== '' && !src.startsWith('http') && <div className="no-picture">{src}</div>}
      <div>
        {textOf(block, 'label') !== '' && (
          <div className="quiet-words">
            <TagChips text={textOf(block, 'label')} across={across?.get(placeOf(block, 'label'))} />
          </div>
        )}
        <div className="level-3">
          <RichView html={textOf(block, 'title')} across={across?.get(placeOf(block, 'title'))} />
        </div>
        <div className="quiet-words">
          <RichView html={textOf(block)} across={across?.get(placeOf(block))} />
        </div>
        {textOf(block, 'price') !== '' && (
          <div>
            {old !== '' && <s className="quiet-words">{old}</s>}{' '}
            <strong className="look-link">{textOf(block, 'price')}</strong>
          </div>
        )}
        {textOf(block, 'more') !== '' && <div className="look-link">{textOf(block, 'more')} →</div>}
        {feed !== '' && <div className="quiet-words">{t`Once for each feed item.`}</div>}
      </div>
    </div>
  );
}
