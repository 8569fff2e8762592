// Content from a file: an HTML page, Markdown, or a zip with a page and its pictures.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client.ts';
import { FileButton } from '../../../kit/form/file-button.tsx';
import { base64Of, isMarkdown, isZip } from '../../../kit/form/read-file.ts';
import { toast } from '../../../kit/toast.ts';
import type { Draft } from '../saving/use-draft.ts';

export function UploadButton({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const upload = useMutation({
    async mutationFn(file: File) {
      if (!isMarkdown(file) && !(await isZip(file))) return draft.set({ 'template.content': await file.text() });
      if (!(await draft.flush())) throw new Error(t`Your text is not saved yet. Please upload the file once it is.`);
      const params = { path: { campaign_uid: draft.uid }, query: { keep_before: 'yes' as const } };
      const body = {
        template: isMarkdown(file)
          ? { content: await file.text(), format: 'markdown' as const }
          : { archive: await base64Of(file) },
      };
      await answerOf(api.PUT('/campaigns/{campaign_uid}', { params, body }));
      await draft.reload();
    },
    onSuccess: (_, file) => toast(t`${file.name} is now the content`),
    onError: (error) => toast(error.message, 'bad'),
  });
  return (
    <FileButton
      label={t`Upload a file`}
      fieldLabel={t`HTML, Markdown or zip file`}
      accept=".html,.htm,.md,.markdown,.zip"
      isPending={upload.isPending}
      onFile={(file) => upload.mutate(file)}
    />
  );
}
