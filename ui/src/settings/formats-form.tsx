// The customer's time zone, and how its dates and numbers are written.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Profile, profileQuery } from '../api/accounts/profile.ts';
import { sessionQuery } from '../api/accounts/session.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { localeFor, UNSET_LOCALE } from '../api/use-format.ts';
import { Form } from '../kit/form/form.tsx';
import { ZoneChoice } from '../kit/form/zone-choice.tsx';
import { formatFor } from '../kit/format.ts';
import { Card } from '../kit/page/page.tsx';
import { Button, Choice } from '../kit/parts.tsx';
import { isZone, ownZone } from '../kit/time-zones.ts';
import { toast } from '../kit/toast.ts';
import { LOCALES } from './places.ts';

const EXAMPLE = { at: Date.UTC(2026, 10, 22, 13, 5), number: 1_234_567.8 };

export function FormatsForm({ profile, isReadOnly }: { profile: Profile; isReadOnly: boolean }) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const [timezone, setTimezone] = useState(profile.timezone);
  const [locale, setLocale] = useState(profile.locale);
  const asRead = t`By each person’s language`;
  const locales = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.locale], { type: 'language' });
    const others = [...new Set([...LOCALES, profile.locale])].filter((value) => value !== UNSET_LOCALE);
    const all = others.map((value) => ({ value, label: names.of(value) ?? value }));
    all.sort((a, b) => a.label.localeCompare(b.label, i18n.locale));
    return [{ value: UNSET_LOCALE, label: asRead }, ...all];
  }, [i18n.locale, profile.locale, asRead]);
  const save = useMutation({
    mutationFn: () => answerOf(api.PUT('/profile', { body: { timezone, locale } })),
    async onSuccess({ data }) {
      queryClient.setQueryData(profileQuery.queryKey, data.record);
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      toast(t`Saved`);
    },
  });
  const faults = faultsOf(save.error);
  const format = formatFor({ language: i18n.locale, locale: localeFor(locale, i18n.locale), timeZone: timezone });
  const own = ownZone();
  const [instant, number] = [format.instant(EXAMPLE.at), format.number(EXAMPLE.number)];
  const fields = (
    <>
      <ZoneChoice
        label={t`Time zone`}
        description={t`Send times use this time zone`}
        isReadOnly={isReadOnly}
        zone={timezone}
        error={faults['timezone']}
        onChange={setTimezone}
      />
      {!isReadOnly && own !== timezone && isZone(own) && (
        <div className="row">
          <Button variant="default" size="compact-sm" onClick={() => setTimezone(own)}>
            {t`Use this device’s: ${own}`}
          </Button>
        </div>
      )}
      <Choice
        label={t`Dates and numbers`}
        description={t`For example ${instant} and ${number}`}
        searchable
        limit={60}
        nothingFoundMessage={t`No format with this name`}
        data={locales}
        readOnly={isReadOnly}
        value={locale}
        error={faults['locale']}
        onChange={(value) => value && setLocale(value)}
      />
    </>
  );
  return (
    <Card title={t`Time zone and formats`}>
      {isReadOnly ? (
        <div className="stack">{fields}</div>
      ) : (
        <Form onSubmit={() => save.mutate()} fault={save.error} submit={t`Save formats`} isPending={save.isPending}>
          {fields}
        </Form>
      )}
    </Card>
  );
}
