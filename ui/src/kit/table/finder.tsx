// A dialog with a line to type into and what fits it below, in groups: the arrow keys choose, Enter
// goes there.
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Dialog } from '../parts.tsx';

/** Safari says of the Enter that ends a composition only by this code that it belongs to it. */
const COMPOSED = 229;

export type FinderItem = {
  key: string;
  name: string;
  /** Beside the name: more of what it is. */
  detail?: string | undefined;
  /** What tells it from others of the same name. */
  note?: ReactNode;
  go: () => void;
};
export type FinderGroup = { name: string; items: readonly FinderItem[] };

type FinderProps = {
  title: string;
  /** What may be typed. */
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly FinderGroup[];
  /** Below the groups: that nothing fits, that it is being looked for, or why it cannot be. */
  about: ReactNode;
  onClose: () => void;
};

export function Finder({ title, placeholder, text, onText, groups, about, onClose }: FinderProps) {
  const id = useId();
  const [wanted, setWanted] = useState<string>();
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(
    items.findIndex(({ key }) => key === wanted),
    0,
  );
  const chosen = items[at];
  const go = (item: FinderItem) => {
    onClose();
    item.go();
  };
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 5, PageUp: at - 5 };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSED) return;
    const next = steps[event.key];
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) {
      if (chosen) go(chosen);
      return;
    }
    const isStep = Math.abs(next - at) === 1;
    const last = items.length - 1;
    const around = next < 0 ? last : next > last ? 0 : next;
    const item = items[isStep ? around : Math.min(Math.max(next, 0), last)];
    setWanted(item?.key);
    if (item) document.getElementById(`${id}${item.key}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      centered={false}
      size={600}
      padding={0}
      classNames={{ header: 'finder-head', body: 'finder' }}
    >
      <input
        type="text"
        role="combobox"
        aria-label={title}
        aria-expanded={items.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}${chosen.key}`}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        data-autofocus
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setWanted(undefined);
        }}
        onKeyDown={press}
      />
      <div className="finder-list" id={`${id}list`} role="listbox" aria-label={title}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div key={group.name} role="group" aria-label={group.name}>
            <div className="finder-group" aria-hidden="true">
              {group.name}
            </div>
            {group.items.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the line above, which keeps the focus
              <div
                key={item.key}
                id={`${id}${item.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={item === chosen}
                className="finder-item"
                onMouseMove={() => setWanted(item.key)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(item)}
              >
                <span>
                  <bdi>{item.name}</bdi> {item.detail && <span className="small">{item.detail}</span>}
                </span>
                {item.note && <span className="small">{item.note}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="finder-about small" role="status">
        {about}
      </div>
    </Dialog>
  );
}
