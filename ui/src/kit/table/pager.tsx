// The way through the pages of a table.
import { useLingui } from '@lingui/react/macro';
import { Button } from '../parts.tsx';

type PagerProps = { page: number; pages: number; count: number; onPage: (page: number) => void };

export function Pager({ page, pages, count, onPage }: PagerProps) {
  const { t } = useLingui();
  if (pages < 2) return null;
  return (
    <nav className="row apart" aria-label={t`Pages`}>
      <span className="small">{t`Page ${page} of ${pages}, ${count} in all`}</span>
      <div className="row">
        <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>{t`Back`}</Button>
        <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>{t`Next`}</Button>
      </div>
    </nav>
  );
}
