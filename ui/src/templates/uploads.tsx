// Files that become templates, whether they were dropped or chosen: one after the other, each with
// how far it is, and what is wrong with it.
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { makeTemplate, uploadArchive } from '../api/campaigns/templates.ts';
import { useFormat } from '../api/use-format.ts';
import { ProgressBar } from '../kit/figures/progress.tsx';
import { isMarkdown, isZip } from '../kit/form/read-file.ts';
import { Notice } from '../kit/notice.tsx';
import { Button } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';

const LONGEST_NAME = 255;
const isPage = ({ name, type }: File) => /\.html?$/i.test(name) || type === 'text/html';

export type Uploads = {
  /** The file that is under way. `share`: how much of it has gone, 0 to 1. */
  now: { name: string; share: number; left: number } | undefined;
  faults: readonly { name: string; why: string }[];
  take: (files: readonly File[]) => Promise<void>;
  /** Takes the faults away. */
  clear: () => void;
};

export function useUploads(): Uploads {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [now, setNow] = useState<Uploads['now']>();
  const [faults, setFaults] = useState<Uploads['faults']>([]);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const makeOf = async (file: File, onShare: (share: number) => void): Promise<string> => {
    const name = file.name.replace(/\.[a-z]+$/i, '').slice(0, LONGEST_NAME);
    if (await isZip(file)) return uploadArchive(name, file, onShare);
    if (isMarkdown(file)) return makeTemplate({ name, content: await file.text(), format: 'markdown' });
    if (isPage(file)) return makeTemplate({ name, content: await file.text() });
    throw new Error(t`Only a zip with an HTML page, an HTML file or a Markdown file can become a template.`);
  };
  const take = async (files: readonly File[]) => {
    const made: string[] = [];
    setFaults([]);
    for (const [index, file] of files.entries()) {
      const { name } = file;
      const left = files.length - index - 1;
      setNow({ name, share: 0, left });
      try {
        made.push(await makeOf(file, (share) => setNow({ name, share, left })));
      } catch (error) {
        setFaults((before) => [...before, { name, why: (error as Error).message }]);
      }
    }
    setNow(undefined);
    await queryClient.invalidateQueries({ queryKey: ['templates'] });
    const [templateUid] = made;
    const count = made.length;
    // Who has gone elsewhere meanwhile is not led away from there.
    if (count === 1 && files.length === 1 && templateUid !== undefined && isThere.current)
      await navigate({ to: '/templates/$templateUid', params: { templateUid } });
    else if (count > 0) toast(t`New templates: ${count}`);
  };
  return { now, faults, take, clear: () => setFaults([]) };
}

/** How far files are, and what was wrong with some. */
export function UploadsState({ uploads: { now, faults, clear } }: { uploads: Uploads }) {
  const { t } = useLingui();
  if (!now && faults.length === 0) return null;
  return (
    <div className="stack close">
      {now && <UnderWay {...now} />}
      {faults.length > 0 && (
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="compact-sm" onClick={clear}>
              {t`Hide`}
            </Button>
          }
        >
          {faults.map(({ name, why }) => (
            <p key={name}>
              <b>{name}</b>: {why}
            </p>
          ))}
        </Notice>
      )}
    </div>
  );
}

function UnderWay({ name, share, left }: NonNullable<Uploads['now']>) {
  const { t } = useLingui();
  const part = useFormat().percent(Math.floor(share * 100));
  return (
    <div className="card pad stack close" role="status">
      <span>
        {share < 1 ? t`Uploading ${name}: ${part}` : t`Reading ${name}…`}
        {left > 0 && ` ${t`${left} left to upload`}`}
      </span>
      <ProgressBar label={t`Upload`} value={share} />
    </div>
  );
}
