// Making a template.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { makeTemplate, type NewTemplate } from '../api/campaigns/templates.ts';
import { toast } from '../kit/toast.ts';

/** Makes a template and opens it. */
export function useMakeTemplate() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewTemplate) => makeTemplate(body),
    async onSuccess(templateUid) {
      await queryClient.invalidateQueries({ queryKey: ['templates'] });
      await navigate({ to: '/templates/$templateUid', params: { templateUid } });
    },
    onError: (error) => toast(error.message, 'bad'),
  });
}

export type MakeTemplate = ReturnType<typeof useMakeTemplate>;
