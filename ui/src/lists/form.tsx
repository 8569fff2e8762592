// The form of a list: where it is, how it comes onto another site, and whether it has a captcha.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { ReadsOnly } from '../api/accounts/reads-only.tsx';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api } from '../api/client.ts';
import { formCodeQuery } from '../api/lists/form-preview.ts';
import { listQuery } from '../api/lists/lists.ts';
import { pagesQuery } from '../api/lists/pages.ts';
import { Copyable, CopyButton } from '../kit/copy-button.tsx';
import { Loading, Notice, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { TextArea, Toggle } from '../kit/parts.tsx';
import { usePublicAddress } from './public-address.ts';

export function ListForm() {
  const { t } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/form' });
  const { data: list } = useSuspenseQuery(listQuery(listUid));
  const address = usePublicAddress();
  const pages = useQuery(pagesQuery(listUid));
  if (list.general.visibility === 'private') {
    return (
      <Notice>{t`This list is private, so it has no form. People are added by import, by hand or through the API.`}</Notice>
    );
  }
  if (pages.error && !pages.data) return <Refused query={pages} />;
  if (!pages.data) return <Loading label={t`Loading the form`} />;
  const url = `${address}/subscribe/${listUid}`;
  const title = list.general.display_name || list.general.name;
  const frame = `<iframe src="${url}" title="${asAttribute(title)}" style="width:100%;height:40rem;border:0"></iframe>`;
  return (
    <div className="stack">
      <Card title={t`Subscribe form`}>
        <div className="stack">
          <p className="quiet">{t`It asks for the visible fields of the list, in the visitor’s language.`}</p>
          <div className="stack close">
            <h3>{t`Form address`}</h3>
            <Copyable text={url} of={t`the address of the form`} />
            <p>
              <a href={url} target="_blank" rel="noreferrer">{t`Open the form`}</a>
            </p>
          </div>
          <div className="stack close">
            <h3>{t`On your site, in a frame`}</h3>
            <Copyable text={frame} of={t`the frame code`} />
          </div>
          <OwnForm listUid={listUid} />
        </div>
      </Card>
      <Captcha listUid={listUid} isOn={pages.data.captcha === 'yes'} isSecure={isSecure(url)} />
    </div>
  );
}

/** The form in the look of another site. */
function OwnForm({ listUid }: { listUid: string }) {
  const { t, i18n } = useLingui();
  const shown = useRef<HTMLTextAreaElement>(null);
  const code = useQuery(formCodeQuery(listUid, i18n.locale === 'de' ? 'de' : 'en'));
  return (
    <div className="stack close">
      <h3>{t`On your site, in your own design`}</h3>
      <p className="quiet small">{t`HTML with all visible fields. It opens our form, already filled in: visitors check it and press one more button.`}</p>
      <Refused query={code} />
      {code.data && (
        <>
          <TextArea
            classNames={{ input: 'mono' }}
            ref={shown}
            aria-label={t`Form HTML`}
            readOnly
            minRows={6}
            maxRows={14}
            autosize
            value={code.data.html}
          />
          <div>
            <CopyButton text={code.data.html} of={t`the HTML of the form`} select={() => shown.current?.select()} />
          </div>
        </>
      )}
    </div>
  );
}

type CaptchaProps = { listUid: string; isOn: boolean; isSecure: boolean };

function Captcha({ listUid, isOn, isSecure }: CaptchaProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayEdit = useMay('edit');
  const save = useMutation({
    mutationFn: (isWanted: boolean) => {
      const params = { path: { list_uid: listUid } };
      return answerOf(api.PUT('/lists/{list_uid}/pages', { params, body: { captcha: isWanted ? 'yes' : 'no' } }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pagesQuery(listUid).queryKey }),
  });
  return (
    <Card title={t`Spam protection`}>
      <div className="stack">
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
        {!isSecure && (
          <Notice tone="warn">{t`The public address of this server does not use https. Browsers cannot solve the captcha there: with it on, no one could subscribe.`}</Notice>
        )}
        <Toggle
          label={t`Captcha`}
          description={t`The visitor’s browser solves a small task while they fill in the form: no image puzzles, no third-party service. It needs JavaScript.`}
          checked={save.isPending ? save.variables : isOn}
          disabled={!mayEdit}
          onChange={({ currentTarget }) => save.isPending || save.mutate(currentTarget.checked)}
        />
        {!mayEdit && <ReadsOnly />}
      </div>
    </Card>
  );
}

/** Browsers compute only for pages that came by https, or from the same machine. */
function isSecure(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

const asAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
