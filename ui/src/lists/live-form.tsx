// The form of a list beside what is being changed of it.
import { useLingui } from '@lingui/react/macro';
import { Loading } from '../kit/notice.tsx';
import { PageFrame } from '../kit/page/page-frame.tsx';
import './live-form.css';

export function LiveForm({ src, note }: { src: string | undefined; note?: string | undefined }) {
  const { t } = useLingui();
  return (
    <section className="card live-form" aria-label={t`The form as it will be`}>
      <header>
        <h2>{t`The form as it will be`}</h2>
        {note && <span className="quiet small">{note}</span>}
      </header>
      <div className="live-form-frame">
        {src === undefined ? (
          <Loading label={t`Loading the form`} />
        ) : (
          <PageFrame src={src} title={t`The form as it will be`} />
        )}
      </div>
    </section>
  );
}
