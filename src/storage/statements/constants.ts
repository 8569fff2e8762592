// Constants of a prepared query stand in its text, not in parameters: what is always the same
// should be known when the query is planned. SQLite plans a query anew at each run when a parameter
// is compared with the column of a partial index, since its value might allow that index; for a
// read of one row that takes longer than reading.
import {
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
} from 'kysely';

/** @param isPlace whether a value stands for one that is given at each run */
export function constantsInText(isPlace: (value: unknown) => boolean): KyselyPlugin {
  const writer = new ConstantWriter((value) => !isPlace(value) && isConstant(value));
  return {
    transformQuery: ({ node, queryId }) => writer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
}

const isConstant = (value: unknown) => typeof value === 'string' || typeof value === 'number' || value === null;

class ConstantWriter extends OperationNodeTransformer {
  readonly #isConstant: (value: unknown) => boolean;

  constructor(isConstantValue: (value: unknown) => boolean) {
    super();
    this.#isConstant = isConstantValue;
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return this.#isConstant(node.value) ? ValueNode.createImmediate(node.value) : node;
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    const list: OperationNode = ValueListNode.create(
      node.values.map((value) => this.transformValue(ValueNode.create(value))),
    );
    return list as PrimitiveValueListNode; // both are lists of values, which a compiler takes alike
  }
}
