import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyJson, companyOf, fullAddress, noCompany, parseCompany } from './company.ts';

const acme = {
  ...noCompany(),
  name: 'Acme Ltd',
  address_1: '1 High Street',
  address_2: 'Floor 2',
  zone_name: 'Kent',
  city: 'Dover',
  zip_code: 'CT16 1AA',
  website: 'https://acme.example',
  country: { code: 'GB', name: 'United Kingdom' },
};

test('the full address has a line for each part, empty ones left out', () => {
  assert.equal(
    fullAddress(acme),
    'Acme Ltd\n1 High Street Floor 2\nDover Kent CT16 1AA\nUnited Kingdom\nhttps://acme.example',
  );
  assert.equal(
    fullAddress({ ...acme, address_2: '', zone_name: '', website: '' }),
    'Acme Ltd\n1 High Street\nDover CT16 1AA\nUnited Kingdom',
  );
  assert.equal(fullAddress(noCompany()), '');
});

test("the company's own format is filled in; unknown tags stay", () => {
  const address_format = '[COMPANY_NAME], [CITY]<br />[ZIP] [COUNTRY_CODE] [OTHER] [constructor]';
  assert.equal(fullAddress({ ...acme, address_format }), 'Acme Ltd, Dover\nCT16 1AA GB [OTHER] [constructor]');
});

test("the list's company goes before the customer's", () => {
  const customer = { company: companyJson(acme) };
  assert.equal(companyOf(customer, { company: companyJson({ ...acme, name: 'List Ltd' }) }).name, 'List Ltd');
  assert.deepEqual(companyOf(customer, { company: null }), acme);
  assert.deepEqual(companyOf(customer), acme);
  assert.deepEqual(companyOf({ company: null }), noCompany());
});

test('members missing in the stored JSON are empty', () => {
  assert.equal(parseCompany(null), undefined);
  assert.deepEqual(parseCompany('{"name":"A","country":"US","city":5}'), { ...noCompany(), name: 'A' });
});
