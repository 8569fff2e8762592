// Who is signed in and for whom; change of customer, the account, the way out.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { saveElsewhere, tellTabsOfCustomer } from '../api/accounts/other-tabs.ts';
import { useRoleNames } from '../api/accounts/roles.ts';
import { changeSession, customersQuery, useSession } from '../api/accounts/session.ts';
import { useSignOut } from '../api/accounts/use-sign-out.ts';
import { answerOf, api } from '../api/client.ts';
import { saveWritings } from '../kit/form/unsaved.ts';
import { useSettled } from '../kit/form/use-settled.ts';
import { Chain } from '../kit/page/chain.tsx';
import { Choice, Dialog, Menu } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';

/** More than that are looked for by name: a menu of them would be longer than the screen. */
const MOST_IN_MENU = 8;

export function AccountMenu() {
  const { t } = useLingui();
  const [isChoosing, setChoosing] = useState(false);
  const session = useSession();
  const roles = useRoleNames();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const change = useMutation({
    async mutationFn(customer_uid: string) {
      await Promise.all([saveWritings(), saveElsewhere()]); // it can be saved for this customer alone
      return answerOf(api.PUT('/session', { body: { customer_uid } }));
    },
    async onSuccess({ data: { record } }) {
      tellTabsOfCustomer(record);
      await changeSession(queryClient, record, () => navigate({ to: '/campaigns', search: {} }));
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  // Until somebody names the company, a customer is called as its first owner is.
  const isUnnamed = session.customer.name === session.user.name;
  const others = session.customers.filter(({ uid }) => uid !== session.customer.uid);
  const mustSearch = session.customers_count - 1 > MOST_IN_MENU;
  return (
    <div className="account">
      <Menu position="top-start" width={220} shadow="md">
        <Menu.Target>
          <button type="button">
            <strong>{session.customer.name}</strong>
            <span className="small">
              <Chain parts={[!isUnnamed && session.user.name, roles[session.role]]} />
            </span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {mustSearch ? (
            <Menu.Item onClick={() => setChoosing(true)}>{t`Switch customer`}</Menu.Item>
          ) : (
            others.map(({ uid, name }) => (
              <Menu.Item key={uid} onClick={() => change.mutate(uid)}>
                {t`Switch to ${name}`}
              </Menu.Item>
            ))
          )}
          <Menu.Item onClick={() => navigate({ to: '/settings' })}>{t`My account`}</Menu.Item>
          <Menu.Item onClick={() => navigate({ to: '/keyboard' })}>{t`Keyboard shortcuts`}</Menu.Item>
          <Menu.Item onClick={() => navigate({ to: '.', search: true, hash: 'curl' })}>{t`Copy as curl`}</Menu.Item>
          <Menu.Item onClick={() => signOut()}>{t`Sign out`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isChoosing} onClose={() => setChoosing(false)} title={t`Switch customer`}>
        <CustomerChoice
          choose={(uid) => {
            setChoosing(false);
            change.mutate(uid);
          }}
        />
      </Dialog>
    </div>
  );
}

/** Another customer, found by its name. */
function CustomerChoice({ choose }: { choose: (uid: string) => void }) {
  const { t } = useLingui();
  const session = useSession();
  const [typed, setTyped] = useState('');
  const asked = useSettled(typed.trim());
  const found = useQuery({ ...customersQuery(asked), placeholderData: keepPreviousData });
  const { records = [], count = 0 } = found.data ?? {};
  const others = records.filter(({ uid }) => uid !== session.customer.uid);
  // Without a search it is known that their own is among the rest.
  const isOwnLeft = asked === '' && others.length === records.length;
  const rest = Math.max(Number(count) - records.length - (isOwnLeft ? 1 : 0), 0);
  const isWaiting = found.isFetching || asked !== typed.trim();
  return (
    <Choice
      label={t`Customer`}
      placeholder={t`Part of the name`}
      nothingFoundMessage={isWaiting ? t`Loading …` : t`No customer has this name.`}
      data-autofocus
      searchable
      query={found}
      rest={isWaiting ? 0 : rest}
      data={others.map(({ uid, name }) => ({ value: uid, label: name }))}
      value={null}
      onSearchChange={setTyped}
      onChange={(uid) => uid && choose(uid)}
    />
  );
}
