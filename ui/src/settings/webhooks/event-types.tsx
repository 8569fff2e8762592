// Names of types of events: the first, and how many more; they break after their dot.
import { useLingui } from '@lingui/react/macro';

export function EventTypes({ types }: { types: readonly string[] }) {
  const { t } = useLingui();
  const [first = '', ...more] = types;
  const [about = '', what = ''] = first.split('.');
  return (
    <span title={types.join(', ')}>
      {about}.<wbr />
      {what}
      {more.length > 0 && ` ${t`and ${more.length} more`}`}
    </span>
  );
}
