// The pictures of the customer, for templates and campaigns.
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { usePictureTools } from '../api/media/media.ts';
import { Page } from '../kit/page/page.tsx';
import { Pictures } from '../kit/pictures/pictures.tsx';

export function PicturesScreen() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const tools = usePictureTools();
  return (
    <Page
      title={t`Images`}
      trail={<Link to="/templates">{t`Templates`}</Link>}
      about={t`For emails and templates. Each is kept in several sizes, so that it is sharp and small.`}
    >
      <Pictures tools={tools} mayEdit={mayEdit} />
    </Page>
  );
}
