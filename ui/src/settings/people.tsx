// People who work with the customer: who they are, what they may do; inviting and removing them.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRoleNames, useRoleRights } from '../api/accounts/roles.ts';
import { useSession } from '../api/accounts/session.ts';
import { type User, usersQuery } from '../api/accounts/users.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { instantOfUtc } from '../kit/format.ts';
import { Empty, Notice } from '../kit/notice.tsx';
import { Choice, TextField } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { toast } from '../kit/toast.ts';
import { OwnersOnly } from './owners-only.tsx';

const ROLES = ['owner', 'sender', 'editor', 'viewer'] as const;

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
    disabled: { tone: 'bad', name: t`Shut out by the operator` },
  } as const;
  return (
    <div className="stack close">
      <div className="row apart">
        <p className="quiet">{t`Everybody who can sign in here, and what each may do.`}</p>
        <DialogButton label={t`Invite somebody`}>{() => <Invite />}</DialogButton>
      </div>
      <RemoteTable
        label={t`People`}
        loading={t`Loading people`}
        query={users}
        rowsOf={(records) => records}
        keyOf={({ user_uid }) => user_uid}
        empty={<Empty title={t`Nobody`} />}
        columns={[
          {
            head: t`Person`,
            isName: true,
            cell: ({ name, email }) => (
              <>
                <b>{name || email}</b>
                <span className="small">
                  <Address>{email}</Address>
                </span>
              </>
            ),
          },
          { head: t`State`, cell: ({ state }) => <State tone={states[state].tone}>{states[state].name}</State> },
          { head: t`Role`, cell: (user) => <RoleChoice user={user} /> },
          {
            head: t`Last seen`,
            isWide: true,
            cell: ({ seen_at }) => (seen_at === null ? t`never` : format.since(instantOfUtc(seen_at))),
          },
          { head: t`Actions`, isActions: true, cell: (user) => <Remove user={user} /> },
        ]}
      />
    </div>
  );
}

function RoleChoice({ user }: { user: User }) {
  const { t } = useLingui();
  const names = useRoleNames();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (role: User['role']) =>
      answerOf(api.PUT('/users/{user_uid}', { params: { path: { user_uid: user.user_uid } }, body: { role } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey }),
    onError: (error) => toast(error.message, 'bad'),
  });
  if (user.state === 'invited') return names[user.role];
  return (
    <Choice
      aria-label={t`Role of ${user.name}`}
      size="xs"
      w={130}
      data={ROLES.map((role) => ({ value: role, label: names[role] }))}
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
    <ConfirmButton label={t`Remove`} title={t`Remove ${user.name || user.email}?`} onConfirm={remove}>
      {t`They are signed out at once. What they wrote stays.`}
    </ConfirmButton>
  );
}

function Invite() {
  const { t } = useLingui();
  const names = useRoleNames();
  const rights = useRoleRights();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<User['role']>('editor');
  const invite = useMutation({
    mutationFn: () => answerOf(api.POST('/users', { body: { email, role } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });
  const faults = invite.error instanceof ApiError ? invite.error.fields : {};
  if (invite.data)
    return (
      <div className="stack">
        <Notice tone="good">{t`The invitation is on its way to ${email}.`}</Notice>
        <TextField
          label={t`The same link, to hand over yourself`}
          readOnly
          value={invite.data.data.record.link}
          onFocus={(event) => event.target.select()}
        />
      </div>
    );
  return (
    <Form
      onSubmit={() => invite.mutate()}
      fault={invite.error?.message}
      submit={t`Invite`}
      isPending={invite.isPending}
    >
      <TextField
        label={t`Email`}
        type="email"
        required
        withAsterisk={false}
        data-autofocus
        value={email}
        error={faults['email']}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Choice
        label={t`Role`}
        description={rights[role]}
        data={ROLES.map((one) => ({ value: one, label: names[one] }))}
        value={role}
        onChange={(value) => value && setRole(value as User['role'])}
      />
    </Form>
  );
}
