// A few blocks in a brand, so that its colors and fonts are seen while they are chosen.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Inside } from '../../kit/blocks/block-view.tsx';
import { type Brand, type BrandDefaults, lookOf } from '../../kit/blocks/document/document.ts';
import { SchemeChoice } from '../../kit/blocks/forms/look-fields.tsx';
import { type Scheme, variablesOf } from '../../kit/blocks/look-style.ts';

export function BrandSample({ brand, defaults }: { brand: Brand; defaults: BrandDefaults }) {
  const { t } = useLingui();
  const [scheme, setScheme] = useState<Scheme>('colors');
  const look = lookOf({}, brand, defaults);
  const blocks = [
    { kind: 'image' as const, alt: '', on: 'page' },
    { kind: 'heading' as const, level: 1, text: t`A heading` },
    { kind: 'text' as const, text: t`<p>Some text with <strong>bold words</strong> and a link.</p>` },
    { kind: 'button' as const, text: t`Read more` },
    { kind: 'text' as const, text: t`<p>A highlighted section.</p>`, on: 'tint' },
    { kind: 'footer' as const, on: 'page' },
  ].filter(({ kind }) => kind !== 'image' || brand.logo);
  return (
    <div className="stack">
      <SchemeChoice label={t`Look`} scheme={scheme} onChoose={setScheme} />
      <div className="mail-ground" style={variablesOf(look, scheme)}>
        {blocks.map(({ on = 'card', ...block }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they stay where they are
          <div key={index} className={`block-look on-${on}`}>
            <div className={`look-${block.kind} ${block.kind === 'footer' ? 'align-center' : ''}`}>
              <Inside block={{ ...block, id: '' }} brand={brand} defaults={defaults} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
