// Something that is done with all people who fit, or those who are chosen: how many they are is told
// first.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import type { BulkWhom, PeopleFilter } from '../api/lists/people.ts';
import { Button, Dialog, Menu } from '../kit/parts.tsx';
import { type Action, useActions } from './actions.ts';
import { BulkForm } from './bulk-form.tsx';
import { MOST_CHOSEN } from './chosen.tsx';

type Begun = { action: Action; isChosen: boolean; whom: BulkWhom };
type BulkMenuProps = { listUid: string; filter: PeopleFilter; chosen: readonly string[]; isNobody: boolean };

/**
 * `chosen`: people by their ids; without any it is about all who fit. `isNobody`: nobody does; what
 * was begun stays open.
 */
export function BulkMenu({ listUid, filter, chosen, isNobody }: BulkMenuProps) {
  const { t } = useLingui();
  const isChosen = chosen.length > 0;
  const maySend = useMay('send');
  const actions = useActions().filter(({ key }) => maySend || key !== 'ask-to-confirm');
  const ask = actions.find(({ key }) => key === 'ask-to-confirm');
  const [begun, setBegun] = useState<Begun>();
  // With these people, whoever comes into the table and leaves it while the dialog is open.
  const begin = (action: Action) =>
    setBegun({ action, isChosen, whom: isChosen ? { subscriber_uids: chosen.join(',') } : filter });
  const close = () => setBegun(undefined);
  return (
    <>
      {ask && !isNobody && !isChosen && filter.status === 'unconfirmed' && (
        <Button variant="default" onClick={() => begin(ask)}>
          {ask.name}
        </Button>
      )}
      {!isNobody && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant={isChosen ? 'filled' : 'default'} disabled={chosen.length > MOST_CHOSEN}>
              {isChosen ? t`Actions for ${chosen.length} selected…` : t`Actions for all…`}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((one) => (
              <Menu.Item key={one.key} onClick={() => begin(one)} {...(one.key === 'delete' && { color: 'red' })}>
                {one.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Dialog
        opened={begun !== undefined}
        onClose={close}
        title={begun?.isChosen ? begun.action.name.replace(/\s?…$/, '') : begun?.action.title}
      >
        {begun && (
          <BulkForm key={begun.action.key} listUid={listUid} filter={begun.whom} action={begun.action} close={close} />
        )}
      </Dialog>
    </>
  );
}
