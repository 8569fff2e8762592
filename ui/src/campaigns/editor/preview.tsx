// The mail as a person gets it, beside the editor: wide, on a phone, or as plain text.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign } from '../../api/campaigns.ts';
import { answerOf, api } from '../../api/client.ts';
import { useFormat } from '../../api/use-format.ts';
import { Notice } from '../../kit/notice.tsx';
import { Segments } from '../../kit/parts.tsx';
import type { Saving } from './use-draft.ts';

type Look = 'wide' | 'phone' | 'text';

export function Preview({ stored, saving }: { stored: Campaign; saving: Saving }) {
  const { t } = useLingui();
  const format = useFormat();
  const [look, setLook] = useState<Look>('wide');
  const uid = stored.campaign_uid;
  const preview = useQuery({
    queryKey: ['campaign', uid, 'preview'],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid }, query: {} };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/preview', { params }))).data;
    },
    enabled: Boolean(stored.template?.content),
  });
  const { data } = preview;
  return (
    <section
      className="card preview"
      aria-label={t`Preview`}
      aria-busy={saving.state === 'saving' || preview.isFetching}
    >
      <header>
        <h2>{t`Preview`}</h2>
        <Segments
          aria-label={t`Look`}
          size="xs"
          value={look}
          onChange={(value) => setLook(value as Look)}
          data={[
            { value: 'wide', label: t`Desk` },
            { value: 'phone', label: t`Phone` },
            { value: 'text', label: t`Text` },
          ]}
        />
      </header>
      {preview.error && (
        <div className="pad">
          <Notice tone="warn">{preview.error.message}</Notice>
        </div>
      )}
      {!stored.template?.content && <p className="pad quiet">{t`What you write stands here as a person gets it.`}</p>}
      {data && (
        <>
          <dl className="facts pad">
            <dt>{t`Subject`}</dt>
            <dd>{data.subject}</dd>
            <dt>{t`From`}</dt>
            <dd>{data.from}</dd>
            <dt>{t`To`}</dt>
            <dd>{data.to}</dd>
            <dt>{t`Size`}</dt>
            <dd>{t`${format.number(Math.ceil(data.size / 1024))} kB of 102 that Gmail shows`}</dd>
          </dl>
          {look === 'text' ? (
            <pre>{data.plain_text ?? t`This mail has no plain text.`}</pre>
          ) : (
            <div className={look}>
              <iframe
                key={data.html.length}
                title={t`The mail`}
                sandbox=""
                src={`/api/campaigns/${uid}/preview.html?v=${data.size}-${preview.dataUpdatedAt}`}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}
