// People who work with the customer: who they are, what they may do; inviting and removing them.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRoleNames } from '../../api/accounts/roles.ts';
import { sessionQuery, useSession } from '../../api/accounts/session.ts';
import { type User, usersQuery } from '../../api/accounts/users.ts';
import { answerOf, api } from '../../api/client.ts';
import { useFormat } from '../../api/use-format.ts';
import { Address } from '../../kit/address.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { instantOfUtc } from '../../kit/format.ts';
import { Empty } from '../../kit/notice.tsx';
import { Choice } from '../../kit/parts.tsx';
import { State } from '../../kit/state.tsx';
import { LongTable } from '../../kit/table/long-table.tsx';
import { toast } from '../../kit/toast.ts';
import { OwnersOnly } from '../owners-only.tsx';
import { Invite, InviteAgain, useRoleChoices } from './invite.tsx';

export function People() {
  return (
    <OwnersOnly>
      <PeopleTable />
    </OwnersOnly>
  );
}

function PeopleTable() {
  const { t } = useLingui();
  const format = useFormat();
  const users = useQuery(usersQuery);
  const states = {
    active: { tone: 'good', name: t`Active` },
    invited: { tone: 'planned', name: t`Invited` },
    disabled: { tone: 'bad', name: t`Suspended by the operator` },
  } as const;
  return (
    <div className="stack close">
      <div className="row apart">
        <p className="quiet">{t`Everyone who can sign in here, and what they can do.`}</p>
        <DialogButton label={t`Invite someone`}>{() => <Invite />}</DialogButton>
      </div>
      <LongTable
        label={t`People`}
        loading={t`Loading people`}
        query={users}
        rowsOf={(records) => records}
        search={t`Name or address`}
        textOf={({ name, email }) => `${name}\n${email}`}
        keyOf={({ user_uid }) => user_uid}
        empty={<Empty title={t`No one`} />}
        columns={[
          {
            head: t`Person`,
            isName: true,
            cell: ({ name, email }) => (
              // Who is invited has no name yet.
              <>
                <b>{name || <Address>{email}</Address>}</b>
                {name !== '' && (
                  <span className="small">
                    <Address>{email}</Address>
                  </span>
                )}
              </>
            ),
          },
          { head: t`Status`, cell: ({ state }) => <State tone={states[state].tone}>{states[state].name}</State> },
          { head: t`Role`, cell: (user) => <RoleChoice user={user} /> },
          {
            head: t`Last seen`,
            isWide: true,
            cell: ({ seen_at }) => (seen_at === null ? t`never` : format.since(instantOfUtc(seen_at))),
          },
          {
            head: t`Actions`,
            isActions: true,
            cell: (user) => (
              <>
                {user.state === 'invited' && <InviteAgain user={user} />}
                <Remove user={user} />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

function RoleChoice({ user }: { user: User }) {
  const { t } = useLingui();
  const names = useRoleNames();
  const choices = useRoleChoices();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (role: User['role']) =>
      answerOf(api.PUT('/users/{user_uid}', { params: { path: { user_uid: user.user_uid } }, body: { role } })),
    // One's own role, too: what it may is shown by the session.
    onSuccess: () =>
      Promise.all([usersQuery, sessionQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
    onError: (error) => toast(error.message, 'bad'),
  });
  if (user.state === 'invited') return names[user.role];
  return (
    <Choice
      aria-label={t`Role of ${user.name}`}
      size="xs"
      w={130}
      data={choices}
      value={user.role}
      onChange={(role) => role && change.mutate(role as User['role'])}
    />
  );
}

function Remove({ user }: { user: User }) {
  const { t } = useLingui();
  const session = useSession();
  const queryClient = useQueryClient();
  const remove = async () => {
    await answerOf(api.DELETE('/users/{user_uid}', { params: { path: { user_uid: user.user_uid } } }));
    await queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });
  };
  if (user.user_uid === session.user.uid) return null;
  return (
    <ConfirmButton
      label={t`Remove`}
      about={t`Remove ${user.name || user.email}`}
      title={t`Remove ${user.name || user.email}?`}
      onConfirm={remove}
    >
      {t`They are signed out immediately. What they wrote stays.`}
    </ConfirmButton>
  );
}
