// Content from a file: an HTML page, or a zip with a page and its pictures.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { campaignQuery } from '../../api/campaigns.ts';
import { answerOf, api } from '../../api/client.ts';
import { Button } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.ts';

export function UploadButton({ campaignUid, onHtml }: { campaignUid: string; onHtml: (html: string) => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    async mutationFn(file: File) {
      if (!/\.zip$/i.test(file.name)) return onHtml(await file.text());
      const params = { path: { campaign_uid: campaignUid } };
      const body = { template: { archive: await base64Of(file) } };
      await answerOf(api.PUT('/campaigns/{campaign_uid}', { params, body }));
      await queryClient.invalidateQueries({ queryKey: campaignQuery(campaignUid).queryKey });
    },
    onSuccess: (_, file) => toast(t`${file.name} is the content now`),
    onError: (error) => toast(error.message, 'bad'),
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".html,.htm,.zip"
        aria-label={t`HTML or zip file`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) upload.mutate(file);
          event.target.value = '';
        }}
      />
      <Button variant="default" loading={upload.isPending} onClick={() => input.current?.click()}>
        {t`Upload HTML or zip`}
      </Button>
    </>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += 32_768) {
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
  }
  return btoa(text);
}
