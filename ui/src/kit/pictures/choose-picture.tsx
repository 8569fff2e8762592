// A button that opens the gallery and gives the picture that is chosen there.
import { useLingui } from '@lingui/react/macro';
import { DialogButton } from '../dialog-button.tsx';
import { Pictures } from './pictures.tsx';
import type { Picture, PictureTools } from './tools.ts';

type ChooseProps = { tools: PictureTools; onChoose: (picture: Picture) => void };

export function ChoosePicture({ tools, onChoose }: ChooseProps) {
  const { t } = useLingui();
  return (
    <DialogButton label={t`Choose an image`} title={t`Images`} variant="default" size="lg" isCompact>
      {(close) => (
        <Pictures
          tools={tools}
          mayEdit
          onChoose={(picture) => {
            onChoose(picture);
            close();
          }}
        />
      )}
    </DialogButton>
  );
}
