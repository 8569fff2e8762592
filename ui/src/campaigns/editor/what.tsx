// What it says: subject, sender, and the content, written as HTML, pasted or uploaded.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { Campaign } from '../../api/campaigns.ts';
import { fieldsQuery } from '../../api/fields.ts';
import { pageNonce } from '../../kit/nonce.ts';
import { Loading } from '../../kit/notice.tsx';
import { Card } from '../../kit/page.tsx';
import { TextField } from '../../kit/parts.tsx';
import { useTagCompletions } from './tags.ts';
import { UploadButton } from './upload.tsx';
import type { Draft } from './use-draft.ts';

const CodeEditor = lazy(async () => ({ default: (await import('../../kit/code-editor.tsx')).CodeEditor }));

/** More is cut in the lists of most mail programs. */
const SHOWN_OF_SUBJECT = 60;
const NO_FAULTS = [] as const;

export function What({ stored, draft }: { stored: Campaign; draft: Draft }) {
  const { t } = useLingui();
  const { changes, change, saving } = draft;
  const faults = saving.state === 'refused' ? saving.fields : {};
  const subject = changes.subject ?? stored.subject;
  const listUid = changes.list_uid ?? stored.list_uid ?? '';
  const fields = useQuery(fieldsQuery(listUid));
  const completions = useTagCompletions(fields.data);
  const content = changes.template?.content ?? stored.template?.content ?? '';
  const nonce = useMemo(pageNonce, []);
  const text = (name: 'subject' | 'from_name' | 'from_email' | 'reply_to') => ({
    value: changes[name] ?? stored[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <Card title={t`What`}>
      <div className="stack">
        <TextField
          label={t`Subject`}
          description={t`${subject.length} characters; the first ${SHOWN_OF_SUBJECT} are seen in most mail programs`}
          {...text('subject')}
        />
        <div className="two">
          <TextField label={t`From name`} {...text('from_name')} />
          <TextField label={t`From address`} type="email" {...text('from_email')} />
        </div>
        <TextField label={t`Replies go to`} type="email" {...text('reply_to')} />
        <div className="stack close">
          <div className="row apart">
            <h3>{t`Content`}</h3>
            <UploadButton
              campaignUid={stored.campaign_uid}
              onHtml={(html) => change({ template: { content: html } })}
            />
          </div>
          <Suspense fallback={<Loading label={t`Loading the editor`} />}>
            <CodeEditor
              label={t`HTML of the mail`}
              value={content}
              onChange={(html) => change({ template: { content: html } })}
              completions={completions}
              faults={NO_FAULTS}
              nonce={nonce}
            />
          </Suspense>
          <p className="small">{t`Type [ for merge tags: values of each person, links to unsubscribe and to the web version.`}</p>
        </div>
      </div>
    </Card>
  );
}
