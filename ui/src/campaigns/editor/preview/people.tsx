// As whom the mail is looked at: somebody made up, or one of the real people, the hardest first.
import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client.ts';
import { MINUTE_MS } from '../../../kit/local-time.ts';
import { Button } from '../../../kit/parts.tsx';

type PreviewPerson = components['schemas']['PreviewPerson'];

/** @returns the people, hardest first; undefined: not known, or not yet */
export function usePreviewPeople(uid: string, hasList: boolean): readonly PreviewPerson[] | undefined {
  const { data } = useQuery({
    queryKey: ['campaign', uid, 'preview-people'],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/preview-people', { params }))).data.records;
    },
    enabled: hasList,
    staleTime: MINUTE_MS,
  });
  return hasList ? data : [];
}

type PeopleStepProps = { people: readonly PreviewPerson[] | undefined; at: number; onStep: (at: number) => void };

/** @param at 0: somebody made up; else the place in `people`, from 1 */
export function PeopleStep({ people: known, at, onStep }: PeopleStepProps) {
  const { t } = useLingui();
  const whys: Record<PreviewPerson['why'], string> = {
    newest: t`joined most recently`,
    'longest-name': t`the longest name`,
    'no-name': t`no name`,
    'most-empty': t`most empty fields`,
    other: t`one of the newest`,
  };
  const people = known ?? [];
  const person = people[at - 1];
  const count = people.length + 1;
  const step = (by: number) => onStep((at + by + count) % count);
  return (
    <div className="row apart person-step">
      <div className="person" role="status">
        <b>{person ? person.name || person.email : t`Sample person`}</b>
        <span className="small">
          {person
            ? t`${whys[person.why]} · ${at} of ${people.length}`
            : known?.length === 0
              ? t`No one gets it yet`
              : t`Field labels are shown instead of values`}
        </span>
      </div>
      <div className="row steps">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t`Previous person`}
          disabled={count === 1}
          onClick={() => step(-1)}
        >
          ‹
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t`Next person`}
          disabled={count === 1}
          onClick={() => step(1)}
        >
          ›
        </Button>
      </div>
    </div>
  );
}
