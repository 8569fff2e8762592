// The first step of an import: a file, dropped or chosen.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Import, importsQuery, uploadImport } from '../api/lists/imports.ts';
import { useFormat } from '../api/use-format.ts';
import { ProgressBar } from '../kit/figures/progress.tsx';
import { DropPlace } from '../kit/form/drop-place.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { Button } from '../kit/parts.tsx';
import { EarlierImports } from './earlier.tsx';
import './imports.css';

export function Upload() {
  const { t } = useLingui();
  const format = useFormat();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/import' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const breakOff = useRef<AbortController>(undefined);
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => {
      setShare(0);
      breakOff.current = new AbortController();
      return uploadImport(listUid, file, { onShare: setShare, signal: breakOff.current.signal });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: importsQuery(listUid).queryKey }),
  });
  useAskBeforeUnload(upload.isPending);
  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    // Who has gone elsewhere meanwhile is not led away from there.
    const onSuccess = ({ import_uid: importUid }: Import) =>
      void navigate({ to: '/lists/$listUid/import/$importUid', params: { listUid, importUid } });
    upload.mutate(file, { onSuccess });
  };
  return (
    <Page
      title={t`Import people`}
      trail={<Link to="/lists/$listUid" params={{ listUid }} search={{}}>{t`Back to the list`}</Link>}
      about={t`From a CSV file, as exported by spreadsheets and other programs. Nothing is imported until you press “Import”; you can try it first without changing anything.`}
    >
      <div className="stack">
        {upload.error && !breakOff.current?.signal.aborted && <Notice tone="bad">{upload.error.message}</Notice>}
        <DropPlace
          className="drop"
          words={t`Drop the file: it is read first, nothing is imported yet`}
          onFiles={upload.isPending ? undefined : ([file]) => take(file)}
        >
          {upload.isPending ? (
            <div className="stack close">
              <p role="status">{t`Uploading: ${format.percent(Math.floor(share * 100))}`}</p>
              <ProgressBar label={t`Upload`} value={share} />
              <div>
                <Button variant="default" size="compact-sm" onClick={() => breakOff.current?.abort()}>
                  {t`Cancel upload`}
                </Button>
              </div>
            </div>
          ) : (
            <div className="stack close" style={{ alignItems: 'center' }}>
              <h2>{t`Drop a file here`}</h2>
              <p className="quiet">{t`or`}</p>
              <Button onClick={() => input.current?.click()}>{t`Choose a file`}</Button>
            </div>
          )}
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.txt,.tsv,text/csv"
            aria-label={t`CSV file`}
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </DropPlace>
        <EarlierImports listUid={listUid} />
      </div>
    </Page>
  );
}

/** Who closes the tab or loads it anew breaks the upload off. */
function useAskBeforeUnload(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAsked]);
}
