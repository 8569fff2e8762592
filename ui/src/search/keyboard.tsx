// The keys that work on every screen, and whether they do.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isMac } from '../kit/page/mac.ts';
import { Card, Page } from '../kit/page/page.tsx';
import { Toggle } from '../kit/parts.tsx';
import { Table } from '../kit/table/table.tsx';
import { hasSingleKeys, setSingleKeys, useShortcuts } from './keys.ts';
import './keyboard.css';

export function Keyboard() {
  const { t } = useLingui();
  const [isOn, setOn] = useState(hasSingleKeys);
  const search = { keys: [isMac ? '⌘ K' : t`Ctrl K`], name: t`Search: any campaign, list, person, screen or action` };
  const single = useShortcuts(() => undefined);
  return (
    <Page
      title={t`Keyboard shortcuts`}
      about={t`They work on every screen, except while you type. Press two keys one after the other.`}
    >
      <Card pad={false}>
        <Table
          label={t`Keyboard shortcuts`}
          isFlowing
          rows={[search, ...(isOn ? single : [])]}
          keyOf={({ keys }) => keys.join(' ')}
          columns={[
            {
              head: t`Keys`,
              cell: ({ keys }) => (
                <span className="keys-shown">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ),
            },
            { head: t`What they do`, isName: true, cell: ({ name }) => name },
          ]}
        />
        <div className="pad">
          <Toggle
            label={t`Single-key shortcuts are on in this browser`}
            description={t`Turn them off if you use speech input or press keys by accident.`}
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => {
              setSingleKeys(checked);
              setOn(checked);
            }}
          />
        </div>
      </Card>
    </Page>
  );
}
