// A place that takes files that are dropped on it. Whoever has no mouse has a button beside it.
import { type DragEvent, type ReactNode, useState } from 'react';
import './drop-place.css';

type DropPlaceProps = {
  /** What would happen: shown while files are above it. */
  words: string;
  /** Absent: nothing can be dropped. */
  onFiles: ((files: readonly File[]) => void) | undefined;
  className?: string;
  children: ReactNode;
};

export function DropPlace({ words, onFiles, className = '', children }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent) => {
    if (!onFiles || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') onFiles([...event.dataTransfer.files]);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping; keys have the button
    <div
      className={`drop-place ${className}`}
      data-over={isOver || undefined}
      onDragOver={take}
      onDrop={take}
      onDragLeave={leave}
    >
      {children}
      {isOver && <div className="drop-words">{words}</div>}
    </div>
  );
}

/**
 * From now on files that are dropped beside a place for them do nothing: the browser would open
 * them instead of the app, and what is written or on its way would be lost.
 */
export function ignoreStrayFiles(): void {
  const ignore = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
}
