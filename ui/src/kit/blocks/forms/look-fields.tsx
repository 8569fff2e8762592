// Colors and fonts: of a mail, where they differ from the brand, and of the brand itself.
import '../blocks.css';
import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { NumberField } from '../../form/number-field.tsx';
import { Button, Choice, Segments } from '../../parts.tsx';
import type { FullLook, Look, Shades } from '../document/document.ts';
import type { Scheme } from '../look-style.ts';
import { useEditing } from '../tools.ts';

/** The look of the mail that is edited. */
export function LookFold() {
  const { t } = useLingui();
  const { doc, change, look } = useEditing();
  const reset = () => {
    const { look: _, ...rest } = doc;
    change(rest);
  };
  return (
    <details className="fold">
      <summary>{doc.look ? t`Look: custom` : t`Look: brand`}</summary>
      <div className="stack">
        {doc.look && (
          <div>
            <Button variant="default" size="compact-sm" onClick={reset}>
              {t`Use the brand’s look`}
            </Button>
          </div>
        )}
        <LookFields own={doc.look ?? {}} shown={look} onChange={(next) => change({ ...doc, look: next }, 'look')} />
      </div>
    </details>
  );
}

type LookProps = {
  /** What is chosen. */
  own: Look;
  /** The same with what is taken where nothing is. */
  shown: FullLook;
  onChange: (own: Look) => void;
};

export function LookFields({ own, shown, onChange }: LookProps) {
  const { t } = useLingui();
  const [scheme, setScheme] = useState<Scheme>('colors');
  const names = useShadeNames();
  const fonts = [
    { value: 'system', label: t`Device default` },
    ...['Arial', 'Verdana', 'Trebuchet', 'Georgia', 'Times', 'Courier'].map((label) => ({
      value: label.toLowerCase(),
      label,
    })),
  ];
  const font = (member: 'heading_font' | 'text_font', label: string) => (
    <Choice
      {...{ label, allowDeselect: false, data: fonts, value: shown[member] }}
      onChange={(next) => next && onChange({ ...own, [member]: next as FullLook['text_font'] })}
    />
  );
  return (
    <div className="stack">
      <div className="look-choices">
        {font('heading_font', t`Heading font`)}
        {font('text_font', t`Text font`)}
        <NumberField
          label={t`Corner radius in pixels`}
          min={0}
          max={32}
          value={shown.radius}
          onChange={(next) => next !== '' && onChange({ ...own, radius: next })}
        />
      </div>
      <SchemeChoice label={t`Colors for`} scheme={scheme} onChoose={setScheme} />
      <div className="shades">
        {names.map(([name, label]) => (
          <Shade
            key={name}
            label={label}
            value={shown[scheme][name] ?? '#000000'}
            onChange={(color) => onChange({ ...own, [scheme]: { ...own[scheme], [name]: color } })}
          />
        ))}
      </div>
    </div>
  );
}

type SchemeProps = { label: string; scheme: Scheme; onChoose: (scheme: Scheme) => void };

export function SchemeChoice({ label, scheme, onChoose }: SchemeProps) {
  const { t } = useLingui();
  const data = [
    { value: 'colors', label: t`Light` },
    { value: 'dark_colors', label: t`Dark` },
  ];
  return (
    <div>
      <Segments aria-label={label} size="xs" value={scheme} onChange={(next) => onChoose(next as Scheme)} data={data} />
    </div>
  );
}

function Shade({ label, value, onChange }: { label: string; value: string; onChange: (color: string) => void }) {
  const id = useId();
  return (
    <div className="shade">
      <input id={id} type="color" value={value} onChange={(event) => onChange(event.target.value)} />
      <label htmlFor={id}>
        {label}
        <span className="small mono">{value}</span>
      </label>
    </div>
  );
}

function useShadeNames(): (readonly [keyof Shades, string])[] {
  const { t } = useLingui();
  return [
    ['page', t`Page background`],
    ['card', t`Content background`],
    ['tint', t`Box background`],
    ['banner', t`Banner background`],
    ['on_banner', t`Banner text`],
    ['text', t`Headings and texts`],
    ['muted', t`Secondary text`],
    ['accent', t`Links and buttons`],
    ['on_accent', t`Button text`],
    ['line', t`Lines`],
  ];
}
