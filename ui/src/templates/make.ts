// Making a template.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { makeTemplate, type NewTemplate } from '../api/campaigns/templates.ts';
import { useOnce } from '../kit/form/use-once.ts';
import { toast } from '../kit/toast.ts';

/** Makes a template and opens it. */
export function useMakeTemplate() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const once = useOnce();
  const making = useMutation({
    mutationFn: (body: NewTemplate) => makeTemplate(body),
    async onSuccess(templateUid) {
      await queryClient.invalidateQueries({ queryKey: ['templates'] });
      await navigate({ to: '/templates/$templateUid', params: { templateUid } });
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  return { ...making, mutate: (body: NewTemplate) => once('make', () => making.mutateAsync(body)) };
}

export type MakeTemplate = ReturnType<typeof useMakeTemplate>;
