// What becomes of each column of a file, and of people who are on the list already.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../api/lists/fields.ts';
import type { Import, ImportSettings } from '../api/lists/imports.ts';
import { useTypeNames } from '../api/lists/type-names.ts';
import { Chain } from '../kit/page/chain.tsx';
import { Card } from '../kit/page/page.tsx';
import { Button, Check, Choice, RadioChoice, RadioGroup } from '../kit/parts.tsx';

/** Neither: it is left out. */
type Column = { field?: string | null | undefined; new_field?: { label: string; type: string } | null | undefined };

/** Types that the server makes for a column, in the order in which they are offered. */
const NEW_TYPES = [
  ...(['text', 'textarea', 'date', 'datetime', 'yearsrange', 'checkbox', 'rating'] as const),
  ...(['email', 'phonenumber', 'url', 'country', 'state'] as const),
];

const SKIP = 'skip';
const NEW = 'new';
const FIELD = 'field:';

type MappingProps = {
  record: Import;
  listUid: string;
  /** As the server has them, or is being told: what is shown is what is imported. */
  columns: readonly Column[];
  isPending: boolean;
  onChange: (settings: ImportSettings) => void;
  onTry: () => void;
  onRun: () => void;
};

export function Mapping({ record, listUid, columns, isPending, onChange, onTry, onRun }: MappingProps) {
  const { t } = useLingui();
  const fields = useQuery(fieldsQuery(listUid));
  const typeNames = useTypeNames();
  const taken = new Set(columns.map(({ field }) => field));
  const set = (at: number, column: Column) => {
    onChange({ columns: columns.map((old, n) => (n === at ? column : old)) as ImportSettings['columns'] });
  };
  const hasAddress = taken.has('EMAIL');
  return (
    <>
      <Reading record={record} onChange={onChange} />
      <Card title={t`Columns`} pad={false}>
        <div className="table-frame">
          <table className="table mapping" aria-label={t`Columns`}>
            <thead>
              <tr>
                <th scope="col">{t`Column in the file`}</th>
                <th scope="col">{t`Import as`}</th>
              </tr>
            </thead>
            <tbody>
              {record.guess.columns.map((guessed, at) => {
                const column = columns[at] ?? { field: null, new_field: null };
                const name = guessed.name || t`Column ${at + 1}`;
                const free = (fields.data ?? []).filter(({ tag }) => tag === column.field || !taken.has(tag));
                const suggested = guessed.new_field ?? { label: name, type: 'text' };
                const made = column.new_field;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns stand in the order of the file
                  <tr key={at}>
                    <th scope="row">
                      <b>{name}</b>
                      <div className="column-samples">
                        <Chain parts={guessed.samples} />
                      </div>
                    </th>
                    <td>
                      <div className="becomes">
                        <Choice
                          aria-label={t`Import ${name} as`}
                          query={fields}
                          data={[
                            ...free.map(({ tag, label }) => ({ value: FIELD + tag, label })),
                            { value: NEW, label: t`New field “${suggested.label}”` },
                            { value: SKIP, label: t`Nothing: skip this column` },
                          ]}
                          value={targetOf(column)}
                          onChange={(target) => {
                            if (target === NEW) set(at, { field: null, new_field: suggested });
                            else if (target === SKIP) set(at, { field: null, new_field: null });
                            else if (target) set(at, { field: target.slice(FIELD.length), new_field: null });
                          }}
                        />
                        {made && (
                          <Choice
                            aria-label={t`Type of the new field “${made.label}”`}
                            data={NEW_TYPES.map((type) => ({ value: type, label: typeNames[type] ?? type }))}
                            value={made.type}
                            allowDeselect={false}
                            onChange={(type) => type && set(at, { new_field: { label: made.label, type } })}
                          />
                        )}
                      </div>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {columns.some((column) => column.new_field) && (
          <p className="small mapping-note">{t`New fields are not shown in the subscribe form. You can change that under “Fields”.`}</p>
        )}
      </Card>
      <Card title={t`People who are already on the list`}>
        <RadioGroup
          aria-label={t`People who are already on the list`}
          value={record.existing}
          onChange={(existing) => onChange({ existing: existing as Import['existing'] })}
        >
          <div className="stack close">
            <RadioChoice value="change" label={t`get the values from the file`} />
            <RadioChoice value="leave" label={t`stay as they are`} />
          </div>
        </RadioGroup>
        <p className="small" style={{ marginTop: 8 }}>{t`People who unsubscribed stay unsubscribed either way.`}</p>
      </Card>
      <div className="row">
        <Button
          variant="default"
          disabled={!hasAddress}
          loading={isPending}
          onClick={onTry}
        >{t`Try it without changing anything`}</Button>
        <Button disabled={!hasAddress} loading={isPending} onClick={onRun}>{t`Import`}</Button>
        {!hasAddress && <span className="quiet">{t`One column must be the email address.`}</span>}
      </div>
    </>
  );
}

/** How the file is read, as it was guessed or is said here. */
function Reading({ record, onChange }: Pick<MappingProps, 'record' | 'onChange'>) {
  const { t } = useLingui();
  const known = [',', ';', 'tab', '|'];
  const names: Record<string, string> = { ',': t`Comma`, ';': t`Semicolon`, tab: t`Tab`, '|': t`Vertical bar` };
  const delimiters = known.includes(record.delimiter) ? known : [...known, record.delimiter];
  return (
    <Card title={t`How the file is read`}>
      <div className="reading">
        <Choice
          label={t`Separator`}
          data={delimiters.map((sign) => ({ value: sign, label: names[sign] ?? sign }))}
          value={record.delimiter}
          allowDeselect={false}
          onChange={(delimiter) => delimiter && onChange({ delimiter })}
        />
        <Choice
          label={t`Encoding`}
          data={[
            { value: 'utf-8', label: 'UTF-8' },
            { value: 'windows-1252', label: 'Windows-1252' },
            { value: 'utf-16le', label: 'UTF-16 LE' },
            { value: 'utf-16be', label: 'UTF-16 BE' },
          ]}
          value={record.charset}
          allowDeselect={false}
          onChange={(charset) => charset && onChange({ charset: charset as Import['charset'] })}
        />
        <Check
          label={t`The first line has column names`}
          checked={record.has_header}
          onChange={(event) => onChange({ has_header: event.target.checked ? 'yes' : 'no' })}
        />
      </div>
    </Card>
  );
}

function targetOf({ field, new_field: made }: Column): string {
  if (field) return FIELD + field;
  return made ? NEW : SKIP;
}
