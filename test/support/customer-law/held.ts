// Which tables of customers a statement names without holding them to a customer. The statement is
// read by PostgreSQL's own parser; what it names is followed through joins, subqueries and `with`.
import { loadModule, parseSync } from 'libpg-query';

await loadModule();

type Tree = { readonly [key: string]: unknown };

/** Something that a query reads or changes; `table` undefined: made by the statement itself. */
type Source = { name: string; table: string | undefined };

/** A query with what stands around it. `made` are names that `with` gave. */
type Level = { sources: Source[]; outer: Level | undefined; made: ReadonlySet<string> };

/** `source` is held when `by` is; `true`: by a value. */
type Link = { source: Source; by: Source | true };

const QUERIES = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/**
 * @param text as either engine takes it
 * @param owned the tables of customers: they have a column `customer_id`
 * @returns the names of tables that are not held, each once
 * @throws when the parser does not know the text
 */
export function unheldTables(text: string, owned: ReadonlySet<string>): string[] {
  const { stmts } = parseSync(asPostgres(text)) as { stmts?: { stmt: Tree }[] };
  const levels: Level[] = [];
  const links: Link[] = [];
  for (const { stmt } of stmts ?? []) walk(stmt, { sources: [], outer: undefined, made: new Set() }, { levels, links });
  const held = new Set<Source>();
  for (let before = -1; before < held.size; ) {
    before = held.size;
    for (const { source, by } of links) if (by === true || by.table === undefined || held.has(by)) held.add(source);
  }
  const named = levels.flatMap(({ sources }) => sources);
  return [
    ...new Set(
      named.flatMap((source) => (held.has(source) || !owned.has(source.table ?? '') ? [] : [source.table ?? ''])),
    ),
  ];
}

const ONLY_SQLITE: Readonly<Record<string, string>> = { match: '=', 'collate binary': '' };

/** As PostgreSQL writes it: SQLite's parameters have no numbers, and it has words of its own. */
function asPostgres(text: string): string {
  let count = 0;
  return text.replace(/'(?:[^']|'')*'|"[^"]*"|\?|\bmatch\b|\bcollate binary\b/g, (part) =>
    part === '?' ? `$${++count}` : (ONLY_SQLITE[part] ?? part),
  );
}

type Found = { levels: Level[]; links: Link[] };

/** Looks for queries in any part of a statement. */
function walk(part: unknown, level: Level, found: Found): void {
  if (Array.isArray(part)) for (const one of part) walk(one, level, found);
  if (!isTree(part)) return;
  for (const [kind, content] of Object.entries(part)) {
    if (QUERIES.has(kind)) query(kind, content as Tree, level, found);
    else walk(content, level, found);
  }
}

function query(kind: string, tree: Tree, outer: Level, found: Found): void {
  const made = new Set(outer.made);
  const ctes = listOf((tree['withClause'] as Tree | undefined)?.['ctes']).map((cte) => cte['CommonTableExpr'] as Tree);
  for (const cte of ctes) {
    made.add(String(cte['ctename']));
    walk(cte['ctequery'], { ...outer, made }, found);
  }
  const level: Level = { sources: [], outer, made };
  found.levels.push(level);
  // The arms of a union are queries of their own.
  for (const arm of ['larg', 'rarg']) {
    if (isTree(tree[arm]) && kind === 'SelectStmt') query(kind, tree[arm], { ...outer, made }, found);
  }
  if (isTree(tree['relation'])) {
    const target = { name: aliasOf(tree['relation']), table: String(tree['relation']['relname']) };
    level.sources.push(target);
    const columns = listOf(tree['cols']).map((column) => (column['ResTarget'] as Tree)['name']);
    if (kind === 'InsertStmt' && columns.includes('customer_id')) found.links.push({ source: target, by: true });
  }
  const from = [...listOf(tree['fromClause']), ...listOf(tree['usingClause']), tree['sourceRelation']].filter(isTree);
  const joined = from.map((item) => sourcesOf(item, level));
  for (const item of from) joinConditions(item, level, found);
  const targets = new Set([...level.sources, ...joined.flat()]);
  found.links.push(...linksOf(tree['whereClause'], level, targets), ...linksOf(tree['joinCondition'], level, targets));
  for (const [key, content] of Object.entries(tree)) {
    if (!['withClause', 'larg', 'rarg', 'relation'].includes(key)) walk(content, level, found);
  }
}

/** Adds what an item of `from` names to the level. */
function sourcesOf(item: Tree, level: Level): Source[] {
  const [[kind, content] = ['', {}]] = Object.entries(item) as [string, Tree][];
  if (kind === 'JoinExpr')
    return [...sourcesOf(content['larg'] as Tree, level), ...sourcesOf(content['rarg'] as Tree, level)];
  const table = kind === 'RangeVar' ? String(content['relname']) : undefined;
  const source = { name: aliasOf(content), table: table !== undefined && level.made.has(table) ? undefined : table };
  level.sources.push(source);
  return [source];
}

/** The condition of an outer join says nothing about the side that stays whole. */
function joinConditions(item: Tree, level: Level, found: Found): void {
  const join = item['JoinExpr'] as Tree | undefined;
  if (!join) return;
  const [left, right] = [join['larg'] as Tree, join['rarg'] as Tree];
  joinConditions(left, level, found);
  joinConditions(right, level, found);
  const sides = join['jointype'] === 'JOIN_LEFT' ? [right] : [left, right];
  const names = new Set(sides.flatMap(namesIn));
  const targets = new Set(level.sources.filter(({ name }) => names.has(name)));
  found.links.push(...linksOf(join['quals'], level, targets));
}

function namesIn(item: Tree): string[] {
  const [[kind, content] = ['', {}]] = Object.entries(item) as [string, Tree][];
  return kind === 'JoinExpr'
    ? [content['larg'], content['rarg']].flatMap((side) => namesIn(side as Tree))
    : [aliasOf(content)];
}

/** What a condition holds of `targets`. */
function linksOf(condition: unknown, level: Level, targets: ReadonlySet<Source>): Link[] {
  if (!isTree(condition)) return [];
  const [[kind, content] = ['', {}]] = Object.entries(condition) as [string, Tree][];
  if (kind === 'BoolExpr') {
    const arms = listOf(content['args']).map((arm) => linksOf(arm, level, targets));
    if (content['boolop'] === 'AND_EXPR') return arms.flat();
    if (content['boolop'] !== 'OR_EXPR') return [];
    return (arms[0] ?? []).filter(({ source }) => arms.every((arm) => arm.some((link) => link.source === source)));
  }
  if (kind === 'NullTest') return heldBy(content['arg'], true, level, targets);
  if (kind === 'SubLink' && content['subLinkType'] === 'ANY_SUBLINK') {
    return partsOf(content['testexpr']).flatMap((part) => heldBy(part, true, level, targets));
  }
  if (kind !== 'A_Expr') return [];
  const [left, right] = [content['lexpr'], content['rexpr']];
  if (content['kind'] === 'AEXPR_IN') {
    const items = partsOf(right).map((item) => saidBy(item, level));
    const [by = true] = items.filter((item) => item !== true);
    return items.every((item) => item !== undefined) ? heldBy(left, by, level, targets) : [];
  }
  if (content['kind'] === 'AEXPR_OP_ANY') return heldBy(left, saidBy(right, level), level, targets);
  const isEqual = content['kind'] === 'AEXPR_NOT_DISTINCT' || operatorOf(content) === '=';
  if (!isEqual) return [];
  const rights = partsOf(right);
  return partsOf(left).flatMap((part, at) => [
    ...heldBy(part, saidBy(rights[at], level), level, targets),
    ...heldBy(rights[at], saidBy(part, level), level, targets),
  ]);
}

/** The members of a row or a list; anything else by itself. */
function partsOf(expression: unknown): unknown[] {
  if (!isTree(expression)) return [];
  const { RowExpr: row, List: list } = expression as { RowExpr?: Tree; List?: Tree };
  return row ? listOf(row['args']) : list ? listOf(list['items']) : [expression];
}

function heldBy(column: unknown, by: Source | true | undefined, level: Level, targets: ReadonlySet<Source>): Link[] {
  const source = by === undefined ? undefined : customerOf(column, level);
  return source && source !== true && by !== undefined && targets.has(source) ? [{ source, by }] : [];
}

/** What an expression says a customer is: a value, or what another source has. */
function saidBy(expression: unknown, level: Level): Source | true | undefined {
  if (!isTree(expression)) return undefined;
  const [[kind, content] = ['', {}]] = Object.entries(expression) as [string, Tree][];
  if (kind === 'ParamRef' || kind === 'A_Const') return true;
  if (kind === 'SubLink') return true; // held inside
  if (kind === 'TypeCast') return saidBy(content['arg'], level);
  return kind === 'ColumnRef' || kind === 'A_Expr' ? customerOf(expression, level) : undefined;
}

/** Whose customer a column is; `true` for a column of something that the statement made. */
function customerOf(expression: unknown, level: Level | undefined): Source | true | undefined {
  const sum = (expression as Tree | undefined)?.['A_Expr'] as Tree | undefined; // `+x`, which an index does not have
  if (sum && sum['lexpr'] === undefined && operatorOf(sum) === '+') return customerOf(sum['rexpr'], level);
  const fields = listOf(((expression as Tree | undefined)?.['ColumnRef'] as Tree | undefined)?.['fields']);
  const names = fields.map((field) => String((field['String'] as Tree | undefined)?.['sval'] ?? ''));
  const column = names.at(-1);
  if (!level || column === undefined) return undefined;
  const qualifier = names.at(-2);
  const isCustomer = ({ table }: Source) => column === (table === 'customer' ? 'id' : 'customer_id');
  if (qualifier !== undefined) {
    const source = level.sources.find(({ name }) => name === qualifier);
    if (!source) return customerOf(expression, level.outer);
    return source.table === undefined ? true : isCustomer(source) ? source : undefined;
  }
  const own = level.sources.find(
    (source) => source.table !== undefined && source.table !== 'customer' && isCustomer(source),
  );
  if (own) return own;
  return level.sources.some(({ table }) => table === undefined) ? true : customerOf(expression, level.outer);
}

function operatorOf(tree: Tree): string {
  return listOf(tree['name'])
    .map((name) => String((name['String'] as Tree)['sval']))
    .join('.');
}

function aliasOf(tree: Tree): string {
  const alias = tree['alias'] as Tree | undefined;
  return String(alias?.['aliasname'] ?? tree['relname'] ?? '');
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): Tree[] {
  return Array.isArray(value) ? (value as Tree[]) : [];
}
