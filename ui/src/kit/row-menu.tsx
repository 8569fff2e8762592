// The menu of one of many rows or cards.
import { type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Menu } from './parts.tsx';

type ButtonProps = { ref?: Ref<HTMLButtonElement>; onClick?: () => void; 'aria-haspopup'?: 'menu' };

/** A menu that is made when its button is pressed for the first time: until then it costs nothing. */
export function RowMenu({ button, children }: { button: (props: ButtonProps) => ReactElement; children: ReactNode }) {
  const [isMade, setMade] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const made = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    made.current?.focus(); // it took the place of the one that was pressed
    setOpen(isMade);
  }, [isMade]);
  if (!isMade) return button({ onClick: () => setMade(true), 'aria-haspopup': 'menu' });
  return (
    <Menu position="bottom-end" withinPortal opened={isOpen} onChange={setOpen}>
      <Menu.Target>{button({ ref: made })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
