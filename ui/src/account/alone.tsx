// The frame of screens before sign-in.
import { type ReactNode, useEffect } from 'react';
import { beginScreen } from '../kit/page/keyboard.ts';
import { useWindowTitle } from '../kit/page/window-title.ts';

export function Alone({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  useWindowTitle('screen', title);
  useEffect(() => void beginScreen(), []);
  return (
    <div className="alone">
      <main>
        <div className="brand">Mailwright</div>
        <div className="card pad">
          <div className="stack">
            <div>
              <h1>{title}</h1>
              {about && <p className="quiet">{about}</p>}
            </div>
            {children}
          </div>
        </div>
      </main>
    </div>
  );
}
