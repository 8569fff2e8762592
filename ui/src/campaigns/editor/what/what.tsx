// What it says: subject and preheader, sender, and the content, made of blocks, written as HTML,
// uploaded, or begun with a template.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fieldsQuery } from '../../../api/lists/fields.ts';
import { HtmlEditor } from '../../../kit/html/html-editor.tsx';
import { TagField } from '../../../kit/merge-tags/tag-field.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { Card } from '../../../kit/page/page.tsx';
import { Button, TextField } from '../../../kit/parts.tsx';
import { usePreview } from '../preview/preview.tsx';
import type { Draft } from '../saving/use-draft.ts';
import { BeginWith, ChooseTemplateButton, SaveAsTemplateButton } from './begin-with.tsx';
import { MailBlocks } from './mail-blocks.tsx';
import { useTagCompletions } from './tags.ts';
import { UploadButton } from './upload.tsx';
import { usePreheader } from './use-preheader.ts';

/** More is cut in the lists of most mail programs. */
const SHOWN_OF_SUBJECT = 60;

export function What({ draft, isReadOnly }: { draft: Draft; isReadOnly: boolean }) {
  const { t } = useLingui();
  const subject = draft.get('subject');
  const content = draft.get('template.content');
  const blocks = draft.get('template.blocks');
  const [preheader, setPreheader] = usePreheader(draft);
  const tags = useTags(draft);
  const hasContent = content !== '' || blocks !== null;
  const [isBegun, setBegun] = useState(false);
  const [isCode, setCode] = useState<boolean>(); // undefined: nobody has chosen
  const text = (name: 'subject' | 'from_name' | 'from_email' | 'reply_to') => ({
    value: draft.get(name),
    error: draft.faultOf(name),
    'data-member': name,
    onChange: (event: { target: { value: string } }) => draft.set({ [name]: event.target.value }),
  });
  return (
    <Card title={t`What`}>
      <div className="stack">
        <TagField
          label={t`Subject`}
          tags={isReadOnly ? [] : tags}
          description={t`${plural([...subject].length, { one: '# character', other: '# characters' })}; most email apps show the first ${SHOWN_OF_SUBJECT}`}
          maxLength={255}
          {...text('subject')}
        />
        <TagField
          label={t`Preview text`}
          tags={isReadOnly ? [] : tags}
          description={
            !hasContent
              ? t`Shown next to the subject in the inbox. It is part of the content, so start that first.`
              : t`${plural([...preheader].length, { one: '# character', other: '# characters' })}; shown next to the subject in the inbox`
          }
          data-member="preheader"
          disabled={!hasContent}
          value={preheader}
          onChange={(event) => setPreheader(event.target.value)}
        />
        <div className="two">
          <TextField label={t`From name`} maxLength={100} {...text('from_name')} />
          <TextField label={t`From address`} type="email" {...text('from_email')} />
        </div>
        <TextField label={t`Replies go to`} type="email" {...text('reply_to')} />
        <div className="stack close" data-member="template.content">
          {!hasContent && !isReadOnly ? (
            <BeginWith draft={draft} onBegun={() => setBegun(true)} />
          ) : blocks !== null && !isReadOnly && !isCode ? (
            <MailBlocks draft={draft} hasFocus={isCode === false} onCode={() => setCode(true)} />
          ) : (
            <>
              {blocks !== null && isCode && (
                <Notice
                  tone="warn"
                  action={
                    <Button variant="default" size="compact-sm" onClick={() => setCode(false)}>
                      {t`Back to the blocks`}
                    </Button>
                  }
                >
                  {t`Once you change the HTML, the email is no longer made of blocks. The blocks are kept in the versions.`}
                </Notice>
              )}
              <Code draft={draft} isReadOnly={isReadOnly} hasFocus={isBegun || isCode === true} />
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

/** Merge tags that the list of the draft has. */
function useTags(draft: Draft) {
  return useTagCompletions(useQuery(fieldsQuery(draft.get('list_uid'))).data);
}

const ABOUT_TAG = /^\[([A-Z][A-Z0-9_]*)[\]:]/;

function Code({ draft, isReadOnly, hasFocus }: { draft: Draft; isReadOnly: boolean; hasFocus: boolean }) {
  const { t } = useLingui();
  const completions = useTags(draft);
  const { data: preview } = usePreview(draft, undefined);
  const warnings = preview?.warnings;
  const unknownTags = useMemo(
    () =>
      (warnings ?? []).flatMap(({ member, message }) =>
        member === 'template.content' ? (ABOUT_TAG.exec(message)?.[1] ?? []) : [],
      ),
    [warnings],
  );
  return (
    <>
      <div className="row apart">
        <h3>{t`Content`}</h3>
        {!isReadOnly && (
          <div className="row">
            <ChooseTemplateButton draft={draft} />
            <SaveAsTemplateButton draft={draft} />
            <UploadButton draft={draft} />
          </div>
        )}
      </div>
      <HtmlEditor
        label={t`HTML of the email`}
        value={draft.get('template.content')}
        onChange={(html) => draft.set({ 'template.content': html })}
        completions={completions}
        unknownTags={unknownTags}
        isReadOnly={isReadOnly}
        hasFocus={hasFocus}
      />
    </>
  );
}
