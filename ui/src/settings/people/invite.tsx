// Inviting somebody, and sending an invitation again: its link is shown this once.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRoleNames, useRoleRights } from '../../api/accounts/roles.ts';
import { type User, usersQuery } from '../../api/accounts/users.ts';
import { answerOf, api, faultsOf } from '../../api/client.ts';
import { Copyable } from '../../kit/copy-button.tsx';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Choice, TextField } from '../../kit/parts.tsx';

const ROLES: readonly User['role'][] = ['owner', 'sender', 'editor', 'viewer'];

/** The roles, as something to choose from. */
export function useRoleChoices() {
  const names = useRoleNames();
  return ROLES.map((role) => ({ value: role, label: names[role] }));
}

export function Invite() {
  const { t } = useLingui();
  const choices = useRoleChoices();
  const rights = useRoleRights();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<User['role']>('editor');
  const invite = useMutation({
    mutationFn: () => answerOf(api.POST('/users', { body: { email, role } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });
  const faults = faultsOf(invite.error);
  if (invite.data) return <Sent email={email} link={invite.data.data.record.link} />;
  return (
    <Form onSubmit={() => invite.mutate()} fault={invite.error} submit={t`Invite`} isPending={invite.isPending}>
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
        data={choices}
        value={role}
        error={faults['role']}
        onChange={(value) => value && setRole(value as User['role'])}
      />
    </Form>
  );
}

/** For somebody who was invited and has not come yet. */
export function InviteAgain({ user }: { user: User }) {
  const { t } = useLingui();
  return (
    <DialogButton
      label={t`Invite again`}
      about={t`Invite again: ${user.email}`}
      title={t`Invite again: ${user.email}`}
      variant="subtle"
      isCompact
    >
      {() => <Again user={user} />}
    </DialogButton>
  );
}

function Again({ user: { user_uid, email } }: { user: User }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () => answerOf(api.POST('/users/{user_uid}/invitation', { params: { path: { user_uid } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });
  if (again.data) return <Sent email={email} link={again.data.data.record.link} />;
  return (
    <Form onSubmit={() => again.mutate()} fault={again.error} submit={t`Send`} isPending={again.isPending}>
      <p>{t`The email is sent again with a new link. The previous link no longer works.`}</p>
    </Form>
  );
}

function Sent({ email, link }: { email: string; link: string }) {
  const { t } = useLingui();
  return (
    <div className="stack">
      <Notice tone="good">{t`The invitation is on its way to ${email}.`}</Notice>
      <p>{t`Here is the same link to pass on yourself. Until there is a relay, the email stays in the test inbox.`}</p>
      <Copyable text={link} of={t`the invitation link`} />
    </div>
  );
}
