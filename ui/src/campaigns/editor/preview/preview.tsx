// The mail as a person gets it, beside the editor: on a desktop, a phone, in the dark, as text,
// without pictures.
import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../../api/client.ts';
import { useFormat } from '../../../api/use-format.ts';
import { Notice } from '../../../kit/notice.tsx';
import { PageFrame, sumOf } from '../../../kit/page/page-frame.tsx';
import { Segments } from '../../../kit/parts.tsx';
import type { Draft } from '../saving/use-draft.ts';
import { PeopleStep, usePreviewPeople } from './people.tsx';

type Look = 'desktop' | 'phone' | 'text';
type Shown = components['schemas']['Preview'];

/** What the API says of the mail as somebody gets it; undefined person: somebody made up. */
export function usePreview(draft: Draft, subscriberUid: string | undefined) {
  const { uid, stored } = draft;
  return useQuery({
    queryKey: ['campaign', uid, 'preview', subscriberUid ?? ''],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid }, query: { subscriber_uid: subscriberUid } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/preview', { params }))).data;
    },
    enabled: Boolean(stored.template?.content),
    placeholderData: keepPreviousData,
  });
}

export function Preview({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const [look, setLook] = useState<Look>('desktop');
  const [isDark, setDark] = useState(false);
  const [hasPictures, setPictures] = useState(true);
  const [at, setAt] = useState(0);
  const people = usePreviewPeople(draft.uid, draft.get('list_uid') !== '');
  const person = people?.[at - 1];
  const preview = usePreview(draft, person?.subscriber_uid);
  const { data } = preview;
  return (
    <section
      className="card preview"
      aria-label={t`Preview`}
      aria-busy={draft.saving.state === 'saving' || preview.isFetching}
    >
      <header>
        <h2>{t`Preview`}</h2>
        <div className="row looks">
          <Segments
            aria-label={t`Look`}
            size="xs"
            value={look}
            onChange={(value) => setLook(value as Look)}
            data={[
              { value: 'desktop', label: t`Desktop` },
              { value: 'phone', label: t`Phone` },
              { value: 'text', label: t`Text` },
            ]}
          />
          <button type="button" className="chip" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
            {t`Dark`}
          </button>
          <button type="button" className="chip" aria-pressed={!hasPictures} onClick={() => setPictures(!hasPictures)}>
            {t`Images off`}
          </button>
        </div>
      </header>
      <PeopleStep people={people} at={person ? at : 0} onStep={setAt} />
      {preview.error && (
        <div className="pad">
          <Notice tone="warn">{preview.error.message}</Notice>
        </div>
      )}
      {!draft.stored.template?.content && (
        <p className="pad quiet">{t`What you write appears here as a person gets it.`}</p>
      )}
      {data && draft.stored.template?.content && (
        <>
          <Head shown={data} />
          {look === 'text' ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
            <pre tabIndex={0}>{data.plain_text ?? t`This email has no plain text.`}</pre>
          ) : (
            <div className={`stage ${look}`}>
              <PageFrame
                title={t`The email`}
                src={frameAddress(draft.uid, { data, subscriberUid: person?.subscriber_uid, isDark, hasPictures })}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Head({ shown }: { shown: Shown }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <dl className="facts pad">
      <dt>{t`Subject`}</dt>
      <dd>
        <b>{shown.subject || '–'}</b>
      </dd>
      <dt>{t`From`}</dt>
      <dd>{shown.from}</dd>
      <dt>{t`To`}</dt>
      <dd>{shown.to}</dd>
      <dt>{t`Size`}</dt>
      <dd>{t`${format.number(Math.ceil(shown.size / 1024))} of the 102 kB that Gmail shows`}</dd>
    </dl>
  );
}

type FrameOf = { data: Shown; subscriberUid: string | undefined; isDark: boolean; hasPictures: boolean };

/** The address of the page; another one when the mail says something else. */
function frameAddress(uid: string, { data, subscriberUid, isDark, hasPictures }: FrameOf): string {
  const query = new URLSearchParams({ scheme: isDark ? 'dark' : 'light', v: String(sumOf(data.html)) });
  if (subscriberUid) query.set('subscriber_uid', subscriberUid);
  if (!hasPictures) query.set('pictures', 'off');
  return `/api/campaigns/${uid}/preview.html?${query}`;
}
