// The editors of blocks and of their texts, loaded when they are shown.
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyPart } from '../load-part.ts';
import { Loading } from '../notice.tsx';
import type { BlocksEditorProps } from './blocks-editor.tsx';
import type { RichEditorProps } from './rich/rich-editor.tsx';

const Rich = lazyPart(async () => (await import('./rich/rich-editor.tsx')).RichEditor);
const Editor = lazyPart(async () => (await import('./blocks-editor.tsx')).BlocksEditor);

export function BlocksEditor(props: BlocksEditorProps) {
  const { t } = useLingui();
  return (
    <Suspense fallback={<Loading label={t`Loading the editor`} lines={8} />}>
      <Editor {...props} />
    </Suspense>
  );
}

export function RichEditor(props: RichEditorProps) {
  const { t } = useLingui();
  return (
    <Suspense fallback={<Loading label={t`Loading the editor`} lines={3} />}>
      <Rich {...props} />
    </Suspense>
  );
}
