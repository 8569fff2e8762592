// What two people made of the same: beside each other, with what differs marked.
import './differences.css';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type Block, readDoc, textOf } from '../blocks/document/document.ts';
import { type Field, useFields, useKindNames } from '../blocks/kinds.ts';
import { TagChip } from '../merge-tags/tag-chips.tsx';
import { useTagWords } from '../merge-tags/words.ts';
import { differentBlocks, hasSameOrder, plainOf } from './blocks.ts';
import { type Run, runsOf, shortened } from './runs.ts';

type TextsProps = { title: string; theirs: string; mine: string };

/** Two texts. Empty ones are told so. */
export function TextDifference({ title, theirs, mine }: TextsProps) {
  const { t } = useLingui();
  const runs = runsOf([theirs, mine], useTagWords());
  return (
    <section className="stack close difference">
      <h2>{title}</h2>
      <div className="two-texts">
        <Side label={t`Theirs`} runs={shortened(runs[0])} />
        <Side label={t`Yours`} runs={shortened(runs[1])} />
      </div>
    </section>
  );
}

function Side({ label, runs, empty }: { label: string; runs: readonly Run[]; empty?: string }) {
  const { t } = useLingui();
  return (
    <figure className="stack close">
      <figcaption className="small">{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
      <pre tabIndex={0}>{runs.length === 0 ? <em className="quiet">{empty ?? t`nothing`}</em> : runs.map(drawn)}</pre>
    </figure>
  );
}

function drawn({ differs, tokens }: Run, index: number): ReactNode {
  const inside = tokens.map((token, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a text have no names
    token.isTag ? <TagChip key={at} written={token.text} words={token.words} /> : token.words,
  );
  return differs ? <mark key={index}>{inside}</mark> : <span key={index}>{inside}</span>;
}

type BlocksProps = { title: string; theirs: string; mine: string };

/** Two mails of blocks, as JSON: the blocks that differ. */
export function BlocksDifference({ title, theirs, mine }: BlocksProps) {
  const { t } = useLingui();
  const names = useKindNames();
  const summary = useSummary();
  const said = useTagWords();
  const docs = [readDoc(theirs), readDoc(mine)] as const;
  const { pairs, same } = differentBlocks(docs[0].blocks, docs[1].blocks);
  const isMoved = !hasSameOrder(docs[0].blocks, docs[1].blocks);
  const preheaders = docs.map(({ preheader = '' }) => preheader);
  const hasOtherLook = JSON.stringify(docs[0].look) !== JSON.stringify(docs[1].look);
  const labels = [t`Theirs`, t`Yours`];
  return (
    <>
      {preheaders[0] !== preheaders[1] && (
        <TextDifference title={t`Preview text`} theirs={preheaders[0] ?? ''} mine={preheaders[1] ?? ''} />
      )}
      {pairs.map(({ id, pair }) => {
        const texts = summary(pair);
        const runs = runsOf(texts, said);
        const isOther = pair[0] && pair[1] && texts[0] === texts[1];
        const [kind = 'text'] = pair.flatMap((block) => block?.kind ?? []);
        return (
          <section key={id} className="stack close difference">
            <h2>{`${title}: ${names[kind]}`}</h2>
            <div className="two-texts">
              {pair.map((block, side) => (
                <Side
                  key={labels[side]}
                  label={labels[side] ?? ''}
                  runs={block ? shortened(runs[side] ?? []) : []}
                  empty={block ? t`no text` : t`This block does not exist.`}
                />
              ))}
            </div>
            {isOther && <p className="small">{t`The text is the same; something else differs.`}</p>}
          </section>
        );
      })}
      <p className="small">
        {[
          same === 1 ? t`One more block is identical.` : same > 0 && t`${same} more blocks are identical.`,
          isMoved && t`The blocks are in a different order.`,
          hasOtherLook && t`Colors or fonts differ.`,
        ]
          .filter((words) => words !== false)
          .join(' ')}
      </p>
    </>
  );
}

/** A block of both mails as text: what is written in it, and what else differs of it, by its names on the screen. */
function useSummary() {
  const fieldsOf = useFields();
  const said = useTagWords();
  return (pair: readonly [Block | undefined, Block | undefined]): [string, string] => {
    const known = new Map(
      pair.flatMap((block) => (block ? fieldsOf(block) : [])).map((field) => [field.member, field]),
    );
    const differing = [...known.values()].filter(({ member }) => pair[0]?.[member] !== pair[1]?.[member]);
    const lines = (block: Block | undefined) =>
      block === undefined
        ? ''
        : [
            block.kind === 'condition' ? said(writtenOf(block)) : plainOf(block),
            ...differing
              .filter(({ member }) => !WRITTEN.has(member))
              .map((field) => `${field.label}: ${chosenOf(field, block)}`),
          ]
            .filter((line) => line !== '')
            .join('\n');
    return [lines(pair[0]), lines(pair[1])];
  };
}

/** A block's condition as texts have it. */
const writtenOf = (block: Block) =>
  `[IF:${[textOf(block, 'field'), textOf(block, 'operator'), textOf(block, 'value')].filter(Boolean).join(':')}]`;

/** Members that are read already. */
const WRITTEN: ReadonlySet<string> = new Set(['text', 'title', 'html']);

function chosenOf({ member, options, isOn = false }: Field, block: Block): string {
  const value = block[member] ?? (options ? '' : isOn);
  if (typeof value === 'boolean') return value ? '✓' : '–';
  return options?.[String(value)] ?? String(value);
}
