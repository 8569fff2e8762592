// The form of a list, or another of its pages, beside what is being changed of it.
import { useLingui } from '@lingui/react/macro';
import { Loading } from '../kit/notice.tsx';
import { PageFrame } from '../kit/page/page-frame.tsx';
import './live-form.css';

/** `title`: of the page, where it is not the form. */
type LiveFormProps = { title?: string | undefined; src: string | undefined; note?: string | undefined };

export function LiveForm({ title, src, note }: LiveFormProps) {
  const { t } = useLingui();
  const name = title ?? t`Form preview`;
  return (
    <section className="card live-form" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {note && <span className="quiet small">{note}</span>}
      </header>
      <div className="live-form-frame">
        {src === undefined ? <Loading label={t`Loading the form`} /> : <PageFrame src={src} title={name} />}
      </div>
    </section>
  );
}
