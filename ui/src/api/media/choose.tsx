// The button that opens the gallery, over the API.
import { ChoosePicture } from '../../kit/pictures/choose-picture.tsx';
import type { Picture } from '../../kit/pictures/tools.ts';
import { usePictureTools } from './media.ts';

export function ChooseFromGallery({ onChoose }: { onChoose: (picture: Picture) => void }) {
  return <ChoosePicture tools={usePictureTools()} onChoose={onChoose} />;
}
