// Which people the report lists.
import { useNavigate, useSearch } from '@tanstack/react-router';

/** Whom the list of people shows, and of which link. */
export type ShowPeople = (kind: string | undefined, link?: string) => void;

/** Shows the people behind a figure: what is shown stands in the address. */
export function useShowPeople(campaignUid: string): ShowPeople {
  const navigate = useNavigate();
  const { view, compare } = useSearch({ from: '/shell/campaigns/$campaignUid' });
  return (people, link) =>
    void navigate({
      to: '/campaigns/$campaignUid',
      params: { campaignUid },
      search: { ...(view && { view }), ...(compare && { compare }), ...(people && { people }), ...(link && { link }) },
      replace: true,
      resetScroll: false,
    });
}
