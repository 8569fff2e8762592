// What was found about backups, and what to do about it.
import { useLingui } from '@lingui/react/macro';
import type { Finding } from '../../api/accounts/examination.ts';
import { useFormat } from '../../api/use-format.ts';

type Words = { text: string; advice?: string };

export function useBackupTexts(): (finding: Finding) => Words | undefined {
  const { t } = useLingui();
  const format = useFormat();
  const nightly = t`Have one made every night: docs/backup.md.`;
  return ({ code, values }) => {
    const of = (name: string) => String(values[name] ?? '');
    const when = (name: string) => (values[name] === undefined ? '' : format.instant(Date.parse(of(name))));
    const [at, before, file, reason] = [when('at'), when('good_at'), of('file'), of('reason')];
    const last = t`The last backup is of ${at}: ${file}`;
    const known = before === '' ? t`No good one is known of.` : t`The last good one is of ${before}: ${file}`;
    const texts: Readonly<Record<string, Words>> = {
      'backup-good': { text: last },
      'backup-late': {
        text: last,
        advice: `${t`None came after it, and none failed: look whether the timer runs.`} ${nightly}`,
      },
      'backup-none': {
        text: t`No backup of this store is known of: npx mailwright backup has made none.`,
        advice: `${nightly} ${t`Who backs up the disk otherwise needs none.`}`,
      },
      'backup-failed': {
        text: t`The backup of ${at} failed: ${reason}`,
        advice: `${t`Mend it, then make one: npx mailwright backup <file>.`} ${known}`,
      },
    };
    return texts[code];
  };
}
