// The way out: the session ends, in all tabs, and nothing of it is kept.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forgetWritings, saveWritings } from '../../kit/form/unsaved.ts';
import { toast } from '../../kit/toast.ts';
import { answerOf, api } from '../client.ts';
import { saveElsewhere, tellTabs } from './other-tabs.ts';
import { changeSession } from './session.ts';

export function useSignOut(): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    async mutationFn() {
      await Promise.all([saveWritings(), saveElsewhere()]);
      return answerOf(api.DELETE('/session'));
    },
    async onSuccess() {
      forgetWritings();
      tellTabs(null);
      await changeSession(queryClient, null, () => navigate({ to: '/sign-in', search: {} }));
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  return () => mutate();
}
