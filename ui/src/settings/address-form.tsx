// Name and postal address of the company.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Profile, profileQuery } from '../api/accounts/profile.ts';
import { sessionQuery } from '../api/accounts/session.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { Form } from '../kit/form/form.tsx';
import { Card } from '../kit/page/page.tsx';
import { Choice, TextField } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';

type Country = { code: string; name: string };
type AddressProps = { profile: Profile; countries: readonly Country[]; isReadOnly: boolean };

export function AddressForm({ profile, countries, isReadOnly }: AddressProps) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const { company } = profile;
  const [form, setForm] = useState({
    name: company.name,
    address_1: company.address_1,
    address_2: company.address_2,
    zip_code: company.zip_code,
    city: company.city,
    zone_name: company.zone_name,
    country: company.country.code,
    phone: company.phone,
    website: company.website ?? '',
    email: profile.email,
  });
  const named = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.locale], { type: 'region' });
    const all = countries.map(({ code, name }) => ({ value: code, label: names.of(code) ?? name }));
    return all.sort((a, b) => a.label.localeCompare(b.label, i18n.locale));
  }, [countries, i18n.locale]);
  const save = useMutation({
    mutationFn: () => {
      const { email, ...given } = form;
      return answerOf(api.PUT('/profile', { body: { email, company: given } }));
    },
    async onSuccess({ data }) {
      queryClient.setQueryData(profileQuery.queryKey, data.record);
      toast(t`Saved`);
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['checklist'] });
    },
  });
  const faults = faultsOf(save.error);
  const field = (name: keyof typeof form) => ({
    value: form[name],
    readOnly: isReadOnly,
    error: faults[name === 'email' ? name : `company.${name}`],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const fields = (
    <>
      <TextField label={t`Company`} autoComplete="organization" {...field('name')} />
      <TextField label={t`Street and number`} autoComplete="address-line1" {...field('address_1')} />
      <TextField label={t`Address line 2 (optional)`} autoComplete="address-line2" {...field('address_2')} />
      <div className="pair">
        <TextField label={t`Postal code`} autoComplete="postal-code" {...field('zip_code')} />
        <TextField label={t`City`} autoComplete="address-level2" {...field('city')} />
      </div>
      <div className="pair">
        <TextField label={t`Region (optional)`} autoComplete="address-level1" {...field('zone_name')} />
        <Choice
          label={t`Country`}
          searchable
          limit={300}
          nothingFoundMessage={t`No country with this name`}
          data={named}
          readOnly={isReadOnly}
          value={form.country || null}
          error={faults['company.country']}
          onChange={(value) => value && setForm({ ...form, country: value })}
        />
      </div>
      <div className="pair">
        <TextField label={t`Phone (optional)`} type="tel" autoComplete="tel" {...field('phone')} />
        <TextField label={t`Website (optional)`} autoComplete="url" {...field('website')} />
      </div>
      <TextField
        label={t`Company email`}
        description={t`Invitations and other emails to people here are sent from it`}
        autoComplete="email"
        {...field('email')}
      />
    </>
  );
  return (
    <Card title={t`Company and postal address`}>
      {isReadOnly ? (
        <div className="stack">{fields}</div>
      ) : (
        <Form onSubmit={() => save.mutate()} fault={save.error} submit={t`Save address`} isPending={save.isPending}>
          {fields}
        </Form>
      )}
    </Card>
  );
}
