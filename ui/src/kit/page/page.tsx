// What every screen has: its one heading, what it says below it, and its actions.
import { type ReactNode, useEffect } from 'react';

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

/** A screen. Its title is also the window's. */
export function Page({ title, mark, about, trail, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Mailwright`;
  }, [title]);
  return (
    <>
      <header className="page-head">
        <div>
          {trail && <div className="trail">{trail}</div>}
          <div className="row">
            <h1 tabIndex={-1}>{title}</h1>
            {mark}
          </div>
          {about && <p>{about}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
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
