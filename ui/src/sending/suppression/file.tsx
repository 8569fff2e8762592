// Blocks the addresses of a CSV file, and says what became of each row.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { uploadSuppressions } from '../../api/campaigns/suppressions.ts';
import { InWords } from '../../api/in-words.tsx';
import { useFormat } from '../../api/use-format.ts';
import { FileButton } from '../../kit/form/file-button.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Dialog } from '../../kit/parts.tsx';
import { Table } from '../../kit/table/table.tsx';

export function SuppressionFile() {
  const { t } = useLingui();
  const format = useFormat();
  const queryClient = useQueryClient();
  const upload = useMutation({
    mutationFn: uploadSuppressions,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['suppressions'] }),
  });
  const result = upload.data;
  return (
    <>
      <FileButton
        label={t`Upload CSV…`}
        fieldLabel={t`File of addresses to block`}
        accept=".csv,text/csv,text/plain"
        isPending={upload.isPending}
        isLarge
        onFile={(file) => upload.mutate(file)}
      />
      <Dialog
        opened={upload.isSuccess || upload.isError}
        onClose={upload.reset}
        title={t`Blocked from a file`}
        size="lg"
      >
        <div className="stack">
          {upload.error && <Notice tone="bad">{upload.error.message}</Notice>}
          {result && (
            <p>
              {t`${format.number(result.added)} blocked now, ${format.number(result.present)} were already blocked. Unreadable rows: ${format.number(result.bad)}.`}
            </p>
          )}
          {result && result.bad_rows.length > 0 && (
            <Table
              label={t`Unreadable rows`}
              isFlowing
              rows={result.bad_rows}
              keyOf={({ line }) => String(line)}
              columns={[
                { head: t`Line`, isNumber: true, cell: ({ line }) => format.number(line) },
                { head: t`Address`, isName: true, cell: ({ email }) => email },
                { head: t`Why`, cell: ({ reason, sentences }) => <InWords sentences={sentences} text={reason} /> },
              ]}
            />
          )}
        </div>
      </Dialog>
    </>
  );
}
