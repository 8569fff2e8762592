// Pages of strangers, mails above all, in frames that can do nothing: as large as their place, or
// as a small picture of themselves.
import { useEffect, useRef, useState } from 'react';
import './page-frame.css';

/**
 * A page in a frame. When its address changes, the former page stays until the new one is there, so
 * that nothing flickers while somebody writes.
 * @param opensLinks whether its links open in a new tab; else they do nothing
 */
export function PageFrame({ src, title, opensLinks = false }: { src: string; title: string; opensLinks?: boolean }) {
  const [shown, setShown] = useState(src);
  const sandbox = opensLinks ? 'allow-popups allow-popups-to-escape-sandbox' : '';
  return (
    <div className="page-frame">
      <iframe key={shown} title={title} sandbox={sandbox} src={shown} />
      {src !== shown && (
        <iframe
          key={src}
          aria-hidden="true"
          tabIndex={-1}
          title={title}
          sandbox={sandbox}
          src={src}
          onLoad={() => setShown(src)}
        />
      )}
    </div>
  );
}

/** Width in px at which the page is laid out. */
const LAID_OUT = 640;

/** A page as a picture that fills the width of its place; loaded when it comes into sight. */
export function Thumbnail({ src, title, height = 0.8 }: { src: string; title: string; height?: number }) {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState<number>();
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const sizes = new ResizeObserver(() => setScale(current.clientWidth / LAID_OUT));
    const sight = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: '200px' },
    );
    sizes.observe(current);
    sight.observe(current);
    return () => {
      sizes.disconnect();
      sight.disconnect();
    };
  }, []);
  return (
    <div ref={place} className="thumbnail" aria-hidden="true" style={{ aspectRatio: `1 / ${height}` }}>
      {isNear && scale !== undefined && (
        <iframe
          title={title}
          tabIndex={-1}
          sandbox=""
          scrolling="no"
          src={src}
          style={{ width: LAID_OUT, height: LAID_OUT * height, transform: `scale(${scale})` }}
        />
      )}
    </div>
  );
}

/** A picture of a page, its upper edge at that of its place; loaded when it comes into sight. */
export function PagePicture({ src, height = 0.8 }: { src: string; height?: number }) {
  return (
    <div className="thumbnail" style={{ aspectRatio: `1 / ${height}` }}>
      <img src={src} alt="" loading="lazy" decoding="async" />
    </div>
  );
}

/** Tells pages apart, for their addresses: another number when the text is another. */
export function sumOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum;
}
