// What was found about backups, and what to do about it.
import { useLingui } from '@lingui/react/macro';
import type { Finding } from '../../api/accounts/examination.ts';
import { useFormat } from '../../api/use-format.ts';

type Words = { text: string; advice?: string };

export function useBackupTexts(): (finding: Finding) => Words | undefined {
  const { t } = useLingui();
  const format = useFormat();
  const nightly = t`Set up a nightly backup: docs/backup.md.`;
  return ({ code, values }) => {
    const of = (name: string) => String(values[name] ?? '');
    const when = (name: string) => (values[name] === undefined ? '' : format.instant(Date.parse(of(name))));
    const [at, before, file, reason] = [when('at'), when('good_at'), of('file'), of('reason')];
    const last = t`The last backup is from ${at}: ${file}`;
    const known = before === '' ? t`No good backup is known.` : t`The last good one is from ${before}: ${file}`;
    const texts: Readonly<Record<string, Words>> = {
      'backup-good': { text: last },
      'backup-late': {
        text: last,
        advice: `${t`None has been made since, and none has failed. Check that the timer is running.`} ${nightly}`,
      },
      'backup-none': {
        text: t`No backup of this database is known: npx mailwright backup has not made one.`,
        advice: `${nightly} ${t`You need none if you back up the disk in another way.`}`,
      },
      'backup-failed': {
        text: t`The backup from ${at} failed: ${reason}`,
        advice: `${t`Fix it, then make a backup: npx mailwright backup <file>.`} ${known}`,
      },
    };
    return texts[code];
  };
}
