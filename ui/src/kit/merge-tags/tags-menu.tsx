// A button that lists the merge tags and gives the chosen one.
import './merge-tags.css';
import { useLingui } from '@lingui/react/macro';
import { Menu } from '../parts.tsx';
import type { Completion } from './tag.ts';

type TagsMenuProps = {
  tags: readonly Completion[];
  className: string;
  label?: string;
  onChoose: (written: string) => void;
};

export function TagsMenu({ tags, className, label: field, onChoose }: TagsMenuProps) {
  const { t } = useLingui();
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <button type="button" className={className} title={field && `${t`Merge tag`}: ${field}`}>
          {t`Merge tag`}
          {field && <span className="unseen"> {field}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown className="tags-menu">
        {tags.map(({ label, detail }) => (
          <Menu.Item key={label} onClick={() => onChoose(label)}>
            {detail} <span className="mono small">{label}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
