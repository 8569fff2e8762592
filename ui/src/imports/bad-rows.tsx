// The bad rows of an import as a file, with the reasons in the person's language.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { inWords } from '../api/client.ts';
import type { Sentence } from '../api/sentences/words.ts';
import { csvOf } from '../kit/csv.ts';
import { Notice } from '../kit/notice.tsx';
import { Button } from '../kit/parts.tsx';

type BadRow = { line: number; email: string; reasons: Sentence[] };

export function BadRows({ listUid, importUid }: { listUid: string; importUid: string }) {
  const { t } = useLingui();
  const save = useMutation({
    mutationFn: async () => {
      const path = `/api/lists/${listUid}/imports/${importUid}/bad-rows`;
      const answer = await fetch(`${path}?format=jsonl`);
      const { status } = answer;
      if (!answer.ok) throw new Error(t`The server answered ${status}.`);
      const rows = (await answer.text()).split('\n').slice(0, -1);
      const cells = rows.map(async (row) => {
        const { line, email, reasons } = JSON.parse(row) as BadRow;
        return [String(line), email, await inWords(reasons, reasons.map(({ code }) => code).join(' '), OF_FIELD)];
      });
      const head = [t`Line`, t`Address`, t`Why`];
      saveFile(`bad-rows-${importUid}.csv`, csvOf([head, ...(await Promise.all(cells))]));
    },
  });
  return (
    <>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <Button variant="subtle" loading={save.isPending} onClick={() => save.mutate()}>
        {t`Bad rows with their reasons (CSV)`}
      </Button>
    </>
  );
}

/** Labels in reasons are those of the list's fields: what they are called is not ours to say. */
const OF_FIELD = 'FIELD';

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
