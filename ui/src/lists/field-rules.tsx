// What a type of field asks for beside its label: lengths, years, domains and the like.
import { useLingui } from '@lingui/react/macro';
import { numberOf } from '../api/number-of.ts';
import { Choice, TextField } from '../kit/parts.tsx';

export type RuleName =
  | 'min_length'
  | 'max_length'
  | 'content_rule'
  | 'content_regex'
  | 'allowed_scheme'
  | 'whitelist_domains'
  | 'blacklist_domains'
  | 'check_value'
  | 'consent_text'
  | 'default_country'
  | 'max_stars'
  | 'year_start'
  | 'year_end';
export type Rules = Partial<Record<RuleName, string>>;

const TEXTS = ['min_length', 'max_length', 'content_rule', 'content_regex'] as const;
const RULES: Readonly<Record<string, readonly RuleName[]>> = {
  text: TEXTS,
  textarea: TEXTS,
  url: ['allowed_scheme', 'whitelist_domains', 'blacklist_domains'],
  checkbox: ['check_value'],
  consentcheckbox: ['consent_text'],
  country: ['default_country'],
  phonenumber: ['default_country'],
  geocountry: [],
  rating: ['max_stars'],
  yearsrange: ['year_start', 'year_end'],
};
const NUMBERS: ReadonlySet<RuleName> = new Set(['min_length', 'max_length', 'max_stars', 'year_start', 'year_end']);
export const ALL_RULES = [...new Set(Object.values(RULES).flat())];

/** The rules of a type as the API takes them; an empty one takes what stood there away. */
export function rulesOf(type: string, rules: Rules): Record<string, string | number> {
  const said = (RULES[type] ?? []).map((name) => {
    const text = rules[name] ?? '';
    return [name, NUMBERS.has(name) ? numberOf(text) : text] as const;
  });
  return Object.fromEntries(said);
}

type RuleFieldsProps = {
  type: string;
  rules: Rules;
  faults: Readonly<Record<string, string>>;
  onChange: (rules: Rules) => void;
};

export function RuleFields({ type, rules, faults, onChange }: RuleFieldsProps) {
  const { t } = useLingui();
  const labels = useRuleLabels();
  const choices: Partial<Record<RuleName, { value: string; label: string }[]>> = {
    content_rule: [
      { value: '', label: t`anything` },
      { value: 'alpha_ci', label: t`letters a to z` },
      { value: 'alpha', label: t`lowercase letters a to z` },
      { value: 'alphanum_ci', label: t`letters a to z and digits` },
      { value: 'alphanum', label: t`lowercase letters a to z and digits` },
      { value: 'alphanumext_ci', label: t`letters a to z, digits, spaces, hyphens, underscores, dots` },
      { value: 'alphanumext', label: t`lowercase letters a to z, digits, spaces, hyphens, underscores, dots` },
    ],
    allowed_scheme: [
      { value: '', label: t`http or https` },
      { value: 'https', label: t`https only` },
      { value: 'http', label: t`http only` },
    ],
  };
  return (RULES[type] ?? []).map((name) => {
    const options = choices[name];
    const value = rules[name] ?? '';
    if (!options) {
      return (
        <TextField
          key={name}
          label={labels[name]}
          {...(NUMBERS.has(name) && { inputMode: 'numeric' as const })}
          value={value}
          error={faults[name]}
          onChange={(event) => onChange({ ...rules, [name]: event.target.value })}
        />
      );
    }
    const isKnown = options.some((one) => one.value === value);
    return (
      <Choice
        key={name}
        label={labels[name]}
        data={isKnown ? options : [...options, { value, label: value }]}
        value={value}
        error={faults[name]}
        onChange={(chosen) => onChange({ ...rules, [name]: chosen ?? '' })}
      />
    );
  });
}

function useRuleLabels(): Record<RuleName, string> {
  const { t } = useLingui();
  return {
    min_length: t`Minimum characters`,
    max_length: t`Maximum characters`,
    content_rule: t`Allowed characters`,
    content_regex: t`Required pattern (regular expression)`,
    allowed_scheme: t`Addresses start with`,
    whitelist_domains: t`Only these domains, separated by commas`,
    blacklist_domains: t`None of these domains, separated by commas`,
    check_value: t`Value stored when checked`,
    consent_text: t`What people agree to`,
    default_country: t`Default country, such as DE or US`,
    max_stars: t`Number of stars`,
    year_start: t`First year`,
    year_end: t`Last year`,
  };
}
