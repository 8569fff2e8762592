// People into a file: the server writes it, whoever goes away; then it is downloaded.

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { InWords } from '../../api/in-words.tsx';
import { exportFile, exportQuery, type PeopleFilter } from '../../api/lists/people.ts';
import { useCsvAddress } from '../../api/use-csv.ts';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { ProgressBar } from '../../kit/figures/progress.tsx';
import { useOnce } from '../../kit/form/use-once.ts';
import { Notice, Refused } from '../../kit/notice.tsx';
import { Button, FileLink, RadioChoice, RadioGroup } from '../../kit/parts.tsx';
import { EarlierExports } from './earlier.tsx';

type ExportProps = { listUid: string; filter: PeopleFilter };

export function ExportButton({ listUid, filter }: ExportProps) {
  const { t } = useLingui();
  return (
    <DialogButton label={t`Export`} title={t`Export these people`} variant="default">
      {() => <ExportForm listUid={listUid} filter={filter} />}
    </DialogButton>
  );
}

function ExportForm({ listUid, filter }: ExportProps) {
  const { t } = useLingui();
  const [format, setFormat] = useState<'csv' | 'jsonl'>('csv');
  const once = useOnce();
  const begin = useMutation({
    mutationFn: () => {
      const params = { path: { list_uid: listUid } };
      return answerOf(api.POST('/lists/{list_uid}/exports', { params, body: { ...filter, format } }));
    },
  });
  const made = begin.data?.data.record;
  if (made) return <ExportProgress listUid={listUid} exportUid={made.export_uid} />;
  return (
    <div className="stack">
      {begin.error && <Notice tone="bad">{begin.error.message}</Notice>}
      <p className="quiet">{t`Everyone who matches the filter right now, with all fields. The file is kept for one day.`}</p>
      <RadioGroup
        label={t`Format`}
        value={format}
        onChange={(chosen) => setFormat(chosen === 'jsonl' ? 'jsonl' : 'csv')}
      >
        <div className="stack close">
          <RadioChoice value="csv" label={t`CSV, for spreadsheets`} />
          <RadioChoice value="jsonl" label={t`JSON Lines, for programs`} />
        </div>
      </RadioGroup>
      <div className="row">
        <Button loading={begin.isPending} onClick={() => once('export', begin.mutateAsync)}>{t`Start export`}</Button>
      </div>
      <EarlierExports listUid={listUid} />
    </div>
  );
}

function ExportProgress({ listUid, exportUid }: { listUid: string; exportUid: string }) {
  const { t } = useLingui();
  const csvAddress = useCsvAddress();
  const query = useQuery(exportQuery(listUid, exportUid));
  const { data } = query;
  if (!data) return <Refused query={query} />;
  if (data.state === 'ready') {
    return (
      <div className="stack">
        <Notice tone="good">{t`${plural(data.people, { one: 'The file is ready: # person.', other: 'The file is ready: # people.' })}`}</Notice>
        <div className="row">
          <FileLink href={csvAddress(exportFile(listUid, exportUid))} download>{t`Download the file`}</FileLink>
        </div>
      </div>
    );
  }
  if (data.state === 'failed') {
    return <Notice tone="bad">{data.reason && <InWords sentences={data.sentences} text={data.reason} />}</Notice>;
  }
  return (
    <div className="stack close">
      <ProgressBar label={t`Export progress`} value={data.percent / 100} />
      <p
        className="small"
        role="status"
      >{t`${plural(data.people, { one: '# person so far.', other: '# people so far.' })} The export continues if you close this window; you will find the file here, under Export.`}</p>
    </div>
  );
}
