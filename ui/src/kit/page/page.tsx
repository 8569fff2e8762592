// What every screen has: its one heading, what it says below it, and its actions.
import { type ReactNode, useEffect, useRef } from 'react';
import './gathered.css';
import { type Stage, useGathered } from './gathered.ts';
import { beginScreen, isNowhere } from './keyboard.ts';
import { useWindowTitle } from './window-title.ts';

type PageProps = {
  title: string;
  /** Beside the title, in its line: a state. */
  mark?: ReactNode;
  /** One sentence below the title. */
  about?: ReactNode;
  /** Where this screen stands below: links to what is above it. */
  trail?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

const STAGES: Record<Stage, string> = { gathering: 'gathering in-order', 'in-order': 'in-order', whole: '' };

/**
 * A screen. Its title is also of the window's. It takes the keyboard that the screen before has left
 * nowhere, or in the navigation: so it is read out, too.
 */
export function Page({ title, mark, about, trail, actions, children }: PageProps) {
  useWindowTitle('screen', title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!beginScreen() && (isNowhere() || activeElement?.closest('nav')))
      heading.current?.focus({ preventScroll: true });
  }, []);
  const parts = useRef<HTMLDivElement>(null);
  const stage = useGathered(parts);
  return (
    <>
      <header className="page-head">
        <div>
          {trail && <div className="trail">{trail}</div>}
          <div className="row">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {mark}
          </div>
          {about && <p>{about}</p>}
        </div>
        {actions && <div className={stage === 'gathering' ? 'row gathering' : 'row'}>{actions}</div>}
      </header>
      <div ref={parts} className={`page-parts ${STAGES[stage]}`} style={{ display: 'contents' }}>
        {children}
      </div>
    </>
  );
}

/** A card with a heading. */
export function Card({
  title,
  actions,
  children,
  pad = true,
}: Omit<PageProps, 'title'> & { title?: string; pad?: boolean }) {
  return (
    <section className="card">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {actions && <div className="row">{actions}</div>}
        </header>
      )}
      {pad ? <div className="pad">{children}</div> : children}
    </section>
  );
}
