// The content as blocks, with what can be done with it as a whole.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useBlocksTools } from '../../../api/blocks/blocks.tsx';
import { fieldsQuery } from '../../../api/lists/fields.ts';
import { BlocksEditor } from '../../../kit/blocks/lazy.tsx';
import { Button } from '../../../kit/parts.tsx';
import type { Draft } from '../saving/use-draft.ts';
import { ChooseTemplateButton, SaveAsTemplateButton } from './begin-with.tsx';
import { useTagCompletions } from './tags.ts';

/** `hasFocus`: it took the place of the code, by the button that leads there. */
type MailProps = { draft: Draft; hasFocus: boolean; onCode: () => void };

export function MailBlocks({ draft, hasFocus, onCode }: MailProps) {
  const { t } = useLingui();
  const tools = useBlocksTools();
  const fields = useQuery(fieldsQuery(draft.get('list_uid')));
  const tags = useTagCompletions(fields.data);
  return (
    <>
      <div className="row apart">
        <h3>{t`Content`}</h3>
        <div className="row">
          <ChooseTemplateButton draft={draft} />
          <SaveAsTemplateButton draft={draft} />
          <Button variant="default" size="compact-sm" autoFocus={hasFocus} onClick={onCode}>
            {t`As HTML`}
          </Button>
        </div>
      </div>
      <BlocksEditor
        value={draft.get('template.blocks') ?? ''}
        onChange={(json) => draft.set({ 'template.blocks': json })}
        tools={tools}
        tags={tags}
        flush={draft.flush}
      />
    </>
  );
}
