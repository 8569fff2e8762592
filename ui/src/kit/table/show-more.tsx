// More rows of what is shown in pages, below them: at the same place wherever there are such.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../parts.tsx';

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** `note`: what is said of the rows, beside the button or alone. Nothing at all without either. */
export function ShowMore({ pages, note }: { pages: Pages; note?: ReactNode }) {
  const { t } = useLingui();
  if (!pages.hasNextPage && !note) return null;
  return (
    <div className="row">
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
      {note}
    </div>
  );
}
