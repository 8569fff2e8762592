// What goes along with each mail: files, and header fields of one's own.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign, CampaignChanges } from '../../api/campaigns/campaigns.ts';
import { answerOf, api } from '../../api/client.ts';
import { useFormat } from '../../api/use-format.ts';
import { DropPlace } from '../../kit/form/drop-place.tsx';
import { FileButton } from '../../kit/form/file-button.tsx';
import { base64Of } from '../../kit/form/read-file.ts';
import { Notice } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Button, TextArea } from '../../kit/parts.tsx';
import type { Draft } from './saving/use-draft.ts';

type Attached = NonNullable<Campaign['attachments']>[number];

/** Saves members that are no text, after what was typed. */
function useSaveNow(draft: Draft) {
  const { t } = useLingui();
  return useMutation({
    async mutationFn(changes: () => Promise<CampaignChanges>) {
      if (!(await draft.flush())) throw new Error(t`Your text is not saved yet. Please try again once it is.`);
      const params = { path: { campaign_uid: draft.uid } };
      await answerOf(api.PUT('/campaigns/{campaign_uid}', { params, body: await changes() }));
      await draft.reload();
    },
  });
}

export function AttachedCard({ draft, isReadOnly }: { draft: Draft; isReadOnly: boolean }) {
  const { t } = useLingui();
  return (
    <Card title={t`Files and headers`}>
      <div className="stack">
        <Files draft={draft} isReadOnly={isReadOnly} />
        <Headers key={JSON.stringify(draft.stored.headers)} draft={draft} isReadOnly={isReadOnly} />
      </div>
    </Card>
  );
}

function Files({ draft, isReadOnly }: { draft: Draft; isReadOnly: boolean }) {
  const { t } = useLingui();
  const size = useSize();
  const files = draft.stored.attachments ?? [];
  const save = useSaveNow(draft);
  const add = (some: readonly File[]) =>
    save.mutate(async () => {
      const added = some.map(async (file) => ({
        name: file.name,
        type: file.type || null,
        data: await base64Of(file),
      }));
      return { attachments: [...files.map(asStored), ...(await Promise.all(added))] };
    });
  const remove = (gone: Attached) =>
    save.mutate(async () => ({ attachments: files.filter((file) => file !== gone).map(asStored) }));
  const mayAdd = !isReadOnly && !save.isPending;
  return (
    <div data-member="attachments">
      <DropPlace
        className="stack close"
        words={t`Drop to attach: each person gets a copy`}
        onFiles={mayAdd ? add : undefined}
      >
        <div className="row apart">
          <h3>{t`Attachments`}</h3>
          {!isReadOnly && (
            <FileButton
              label={t`Attach a file`}
              fieldLabel={t`File to attach`}
              accept=""
              isPending={save.isPending}
              onFile={(file) => add([file])}
            />
          )}
        </div>
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
        {files.length === 0 ? (
          <p className="small">{t`None. Drop a file here: each person gets a copy. Maximum 5 MB per file and 10 MB in total.`}</p>
        ) : (
          <ul className="attached" aria-label={t`Attachments`}>
            {files.map((file) => (
              <li key={`${file.file} ${file.name}`} className="row apart">
                <span className="attached-name">{file.name}</span>
                <span className="row">
                  <span className="small">{size(file.size)}</span>
                  {!isReadOnly && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t`Remove ${file.name}`}
                      disabled={save.isPending}
                      onClick={() => remove(file)}
                    >
                      {t`Remove`}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </DropPlace>
    </div>
  );
}

const asStored = ({ name, type, file }: Attached) => ({ name, type, file });

function useSize() {
  const { t } = useLingui();
  const format = useFormat();
  return (bytes: number) => {
    const kilobytes = format.number(Math.ceil(bytes / 1000));
    const megabytes = format.number(Math.round(bytes / 100_000) / 10);
    return bytes < 1_000_000 ? t`${kilobytes} kB` : t`${megabytes} MB`;
  };
}

function Headers({ draft, isReadOnly }: { draft: Draft; isReadOnly: boolean }) {
  const { t } = useLingui();
  const stored = (draft.stored.headers ?? []).map(({ name, value }) => `${name}: ${value}`).join('\n');
  const [typed, setTyped] = useState(stored);
  const [fault, setFault] = useState<string>();
  const save = useSaveNow(draft);
  const send = () => {
    const headers = headersIn(typed);
    setFault(headers ? undefined : t`Each line needs a name, a colon, and a value: X-Edition: spring`);
    if (headers) save.mutate(async () => ({ headers }));
  };
  return (
    <div className="stack close" data-member="headers">
      <TextArea
        label={t`Custom headers`}
        description={t`For programs that read the emails. One per line: name, colon, value. Values may contain merge tags.`}
        placeholder={t`X-Edition: spring`}
        autosize
        minRows={1}
        maxRows={8}
        disabled={isReadOnly}
        value={typed}
        error={fault ?? save.error?.message}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() !== stored && (
        <div className="row">
          <Button variant="default" size="compact-sm" loading={save.isPending} onClick={send}>
            {t`Save headers`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The headers of a text; undefined when a line is none. */
function headersIn(text: string): { name: string; value: string }[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return { name: line.slice(0, Math.max(at, 0)).trim(), value: line.slice(at + 1).trim() };
  });
  return headers.every(({ name, value }) => name !== '' && value !== '') ? headers : undefined;
}
