// Files that were made lately, and those on their way: who closed the dialog finds them here.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { exportFile, exportsQuery } from '../../api/lists/people.ts';
import { useCsvAddress } from '../../api/use-csv.ts';
import { useFormat } from '../../api/use-format.ts';
import { Awaited, Refused } from '../../kit/notice.tsx';

export function EarlierExports({ listUid }: { listUid: string }) {
  const { t } = useLingui();
  const csvAddress = useCsvAddress();
  const format = useFormat();
  const query = useQuery(exportsQuery(listUid));
  const { data = [], isLoading } = query;
  const kept = data.filter(({ state }) => state === 'ready' || state === 'exporting');
  if (isLoading) return <Awaited />;
  if (!query.data) return <Refused what={t`Files from the last day`} query={query} />;
  if (kept.length === 0) return null;
  return (
    <section className="stack close" aria-labelledby="earlier-exports">
      <h3 id="earlier-exports">{t`Files from the last day`}</h3>
      <ul className="bare">
        {kept.map(({ export_uid: uid, state, people, created_at: at }) => {
          const words = t`${plural(people, { one: '# person', other: '# people' })}, ${format.instant(Date.parse(at))}`;
          return (
            <li key={uid}>
              {state === 'ready' ? (
                <a href={csvAddress(exportFile(listUid, uid))} download>
                  {words}
                </a>
              ) : (
                <span className="quiet">{t`${words} (in progress)`}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
