// Blocks as sections of MJML: neighbours on the same ground make an area, and what stands one below
// the other shares a section, which keeps mails short.
import { writtenTest, writtenValue } from '../../mail/merge/conditions.ts';
import type { Block, Columns, Condition, Ground, Leaf } from '../document/schema.ts';
import { type Context, type Node, node, SPACE } from './context.ts';
import { leafNodes, productPicture, productText } from './leaves.ts';

/** Pixels between the text and the edges of the card. */
const SIDES = 40;
const GAP = 20;
/** Below the last of what is set apart. */
const BELOW_TINT = 40;

type Area = { on: Ground; blocks: Block[] };
type Place = { top: number; bottom: number };

/** Areas of a card, also with what is set apart on it, are one box with round corners. */
export function areaNodes(blocks: readonly Block[], context: Omit<Context, 'on' | 'beside'>): Node[] {
  const areas = areasOf(blocks);
  const nodes: Node[] = [];
  let box: Node | undefined;
  for (const [index, area] of areas.entries()) {
    const [before, after] = [areas[index - 1]?.on, areas[index + 1]?.on];
    const own = { ...context, on: area.on, beside: 1 };
    const only = onlyCondition(area);
    const sections = areaSections(area, own, roomOf(area, before, after));
    if (area.on === 'page') {
      box = undefined;
      nodes.push(...guarded(only, own, sections));
      continue;
    }
    const isNew = box === undefined;
    box ??= boxNode(context.look);
    const isAlone = isNew && (after === undefined || after === 'page');
    if (isNew) nodes.push(...(isAlone ? guarded(only, own, [box]) : [box]));
    box.children?.push(...(isAlone ? sections : guarded(only, own, sections)));
    // What follows is shown even where the condition hides this area, so the room between them
    // stays.
    if (only && area.on === 'tint' && !isAlone && isRoomBelow(after)) box.children?.push(room(own, BELOW_TINT));
  }
  return nodes;
}

/** What is set apart under a condition is a box of its own. */
function areasOf(blocks: readonly Block[]): Area[] {
  const areas: Area[] = [];
  for (const block of blocks) {
    const on = block.on ?? (block.kind === 'footer' ? 'page' : 'card');
    const last = areas.at(-1);
    const isApart = on === 'tint' && [block, last?.blocks[0]].some((one) => one?.kind === 'condition');
    if (last?.on === on && !isApart) last.blocks.push(block);
    else areas.push({ on, blocks: [block] });
  }
  return areas;
}

function boxNode({ colors: { card }, radius }: Context['look']): Node {
  const attributes = { padding: '0', 'background-color': card, 'border-radius': `${radius}px` };
  return node('mj-wrapper', { ...attributes, 'css-class': 'card round' });
}

/** The condition that an area consists of: without it the area is not there either. */
const onlyCondition = ({ blocks: [first, second] }: Area): Condition | undefined =>
  first?.kind === 'condition' && second === undefined ? first : undefined;

/** Nodes that only those get of whom the condition is true. */
function guarded(condition: Condition | undefined, context: Context, nodes: Node[]): Node[] {
  if (!condition) return nodes;
  const { field, operator, value = '' } = condition;
  const begin = writtenTest({ tag: field, comparison: operator, value: writtenValue(value.trim()) });
  return [raw(context, begin), ...nodes, raw(context, '[ENDIF]')];
}

/** Whether what follows a box that is set apart brings no room of its own. */
const isRoomBelow = (after: Ground | undefined) => after !== 'card' && after !== 'tint';

/** Room at the top and bottom of an area, from what stands beside it. */
function roomOf(area: Area, before: Ground | undefined, after: Ground | undefined): Place {
  const { on } = area;
  const blocks = onlyCondition(area)?.blocks ?? area.blocks;
  const isEdge = (block: Block | undefined) => block?.kind === 'image' && block.full === true;
  if (on === 'page') return { top: before === undefined ? 0 : 28, bottom: after === undefined ? 0 : 20 };
  if (on === 'tint') {
    const isInside = !onlyCondition(area) || ((before ?? 'page') === 'page' && (after ?? 'page') === 'page');
    return { top: 28, bottom: isInside && isRoomBelow(after) ? BELOW_TINT : 0 };
  }
  const isLast = after !== 'tint' || on === 'banner';
  return { top: isEdge(blocks[0]) ? 0 : 40, bottom: isEdge(blocks.at(-1)) || !isLast ? 0 : 40 };
}

function areaSections(area: Area, context: Context, { top, bottom }: Place): Node[] {
  const blocks = onlyCondition(area)?.blocks ?? area.blocks;
  if (area.on === 'tint') return [tintSection(blocks, context, { top, bottom })];
  return runsSections(blocks, context, { top, bottom });
}

/** `top`: absent: as the first block has it. */
function runsSections(
  blocks: readonly Block[],
  context: Context,
  { top, bottom }: { top: number | undefined; bottom: number },
): Node[] {
  const runs = runsOf(blocks);
  return runs.flatMap((run, index) => {
    const place = { top: index === 0 ? top : undefined, bottom: index === runs.length - 1 ? bottom : 0 };
    return runSections(run, context, place);
  });
}

type Run = { kind: 'leaves'; leaves: Leaf[] } | { kind: 'one'; block: Block };

/** What stands one below the other makes a run; columns, edge to edge and products stand alone. */
function runsOf(blocks: readonly Block[]): Run[] {
  const runs: Run[] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (block.kind === 'columns' || block.kind === 'condition' || block.kind === 'product')
      runs.push({ kind: 'one', block });
    else if (block.kind === 'image' && block.full) runs.push({ kind: 'one', block });
    else if (last?.kind === 'leaves') last.leaves.push(block);
    else runs.push({ kind: 'leaves', leaves: [block] });
  }
  return runs;
}

function runSections(run: Run, context: Context, { top, bottom }: { top: number | undefined; bottom: number }): Node[] {
  if (run.kind === 'leaves') {
    const inner = run.leaves.flatMap((leaf, index) => {
      const above = index === 0 && top !== undefined ? firstRoom(leaf, top) : undefined;
      return leafNodes(leaf, context, { above, sides: 0 });
    });
    return [section(context, `0 ${SIDES}px ${bottom}px`, [node('mj-column', {}, inner)])];
  }
  const { block } = run;
  if (block.kind === 'columns') return [columnsSection(block, context, { above: firstRoom(block, top), bottom })];
  if (block.kind === 'product') return productSections(block, context, { above: firstRoom(block, top), bottom });
  if (block.kind === 'condition') return conditionSections(block, context, { top, bottom });
  if (block.kind !== 'image') return [];
  const nodes = leafNodes(block, context, { sides: 0 });
  const above = top ?? block.space ?? SPACE.image;
  return [section(context, `${above}px 0 ${bottom}px`, [node('mj-column', {}, nodes)], 'edge')];
}

/** Room above the first block of an area: that of the area, unless the block asks for its own. */
function firstRoom(block: Block, top: number | undefined): number {
  if (top === undefined) return block.space ?? SPACE[block.kind];
  return block.kind === 'space' ? top : (block.space ?? 0) + top;
}

function section({ look, on }: Context, padding: string, children: Node[], kind = 'pad'): Node {
  const color = on === 'banner' ? look.colors.banner : undefined;
  return node(
    'mj-section',
    { padding, 'background-color': color, 'css-class': on === 'banner' ? `${kind} banner` : kind },
    children,
  );
}

/** Room above and below what depends on a condition stays when that is not there. */
function conditionSections(
  block: Condition,
  context: Context,
  { top, bottom }: { top: number | undefined; bottom: number },
): Node[] {
  const above = top === undefined ? block.space : (block.space ?? 0);
  return [
    ...(top ? [room(context, top)] : []),
    ...guarded(block, context, runsSections(block.blocks, context, { top: above, bottom: 0 })),
    ...(bottom > 0 ? [room(context, bottom)] : []),
  ];
}

const room = (context: Context, height: number) => section(context, `${height}px 0 0`, [node('mj-column', {})], 'edge');

function columnsSection(block: Columns, context: Context, { above, bottom }: { above: number; bottom: number }): Node {
  const isStacked = block.stack !== false;
  const parts = block.widths ?? block.columns.map(() => 1);
  const sum = parts.reduce((total, part) => total + part, 0);
  const inner = { ...context, beside: block.columns.length };
  const columns = block.columns.map((leaves, index) => {
    const nodes = leaves.flatMap((leaf, at) =>
      leafNodes(leaf, inner, { above: at === 0 ? (leaf.space ?? 0) : undefined, sides: 0 }),
    );
    const width = `${((100 * (parts[index] ?? 1)) / sum).toFixed(3)}%`;
    const name = isStacked ? (index > 0 ? 'cell next' : 'cell') : undefined;
    return node('mj-column', { padding: `0 ${GAP / 2}px`, width, 'css-class': name }, nodes);
  });
  const padding = `${above}px ${SIDES - GAP / 2}px ${bottom}px`;
  return section(
    context,
    padding,
    isStacked ? columns : [node('mj-group', {}, columns)],
    isStacked ? 'pad' : 'pad kept',
  );
}

type Product = Extract<Block, { kind: 'product' }>;

function productSections(
  block: Product,
  context: Context,
  { above, bottom }: { above: number; bottom: number },
): Node[] {
  const picture = productPicture(block, context, '0');
  const text = productText(block, context, '0');
  const cell = (width: string, nodes: Node[], name: string) =>
    node('mj-column', { padding: `0 ${GAP / 2}px`, width, 'css-class': name }, nodes);
  const columns =
    picture.length === 0
      ? [cell('100%', [text], 'cell')]
      : [cell('34%', picture, 'cell'), cell('66%', [text], 'cell next')];
  const made = section(context, `${above}px ${SIDES - GAP / 2}px ${bottom}px`, columns);
  if (block.feed === undefined) return [made];
  const name = block.feed === 'xml' ? 'XML_FEED' : 'JSON_FEED';
  const days = block.feed_days === undefined ? '' : ` days-back="${block.feed_days}"`;
  const url = (block.feed_url ?? '').trim().replaceAll('"', '%22').replaceAll('<', '%3C');
  const begin = `[${name}_BEGIN url="${url}" count="${block.feed_count ?? 10}"${days}]`;
  const { line } = context.look.colors;
  const between = node('mj-divider', {
    padding: '24px 0 0',
    'border-color': line,
    'border-width': '1px',
    'css-class': 'line',
  });
  const rule = section(context, `0 ${SIDES}px 0`, [node('mj-column', {}, [between])]);
  return [raw(context, begin), made, rule, raw(context, `[${name}_END]`)];
}

const raw = ({ slot }: Context, html: string) => node('mj-raw', {}, slot(html));

/** What is set apart: a box of its own within the card. */
function tintSection(blocks: readonly Block[], context: Context, { top, bottom }: Place): Node {
  const { colors, radius } = context.look;
  const leaves = blocks.flatMap(leavesOf);
  const nodes = leaves.flatMap((leaf, index) =>
    leafNodes(leaf, context, { above: index === 0 ? 26 : undefined, sides: 28 }),
  );
  const column = node(
    'mj-column',
    { 'background-color': colors.tint, 'border-radius': `${radius}px`, 'css-class': 'tint' },
    [...nodes, node('mj-spacer', { height: '28px' })],
  );
  return section(context, `${top}px ${SIDES}px ${bottom}px`, [column]);
}

/** In a box there is no room beside each other: columns stand one below the other. */
function leavesOf(block: Block): Leaf[] {
  if (block.kind === 'columns') return block.columns.flat();
  return block.kind === 'condition' ? block.blocks.flatMap(leavesOf) : [block];
}
