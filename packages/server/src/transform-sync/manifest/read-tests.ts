import type { DbtRelationship } from '../../db/values/stored-manifest.ts';
import { asObject, asText, asTexts } from './read-json.ts';

/** What the tests of a project say of its models, by the ids of the models. */
export interface DbtTests {
  /** Columns without two rows of the same value, and without null. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns that are a key together. */
  readonly combinedKeys: ReadonlyMap<string, readonly string[]>;
  readonly relationships: readonly DbtRelationship[];
}

type Node = Readonly<Record<string, unknown>>;

/** Reads the tests that are generic ones and are about all rows. */
export function readTests(nodes: readonly Node[]): DbtTests {
  const unique = new Map<string, Set<string>>();
  const notNull = new Map<string, Set<string>>();
  const combinedKeys = new Map<string, readonly string[]>();
  const relationships: DbtRelationship[] = [];
  for (const test of nodes.filter(isAboutAllRows)) {
    const { name, kwargs } = asObject(test['test_metadata']);
    const { column_name: keyword, combination_of_columns: combination } = asObject(kwargs);
    const model = modelOf(test);
    const column = asText(test['column_name']) ?? asText(keyword);
    if (model === undefined) continue;
    if (name === 'unique_combination_of_columns') combinedKeys.set(model, asTexts(combination));
    if (column === undefined) continue;
    if (name === 'unique') add(unique, model, column);
    if (name === 'not_null') add(notNull, model, column);
    if (name === 'relationships') relationships.push(...relationshipOf(test, model, column));
  }
  const keys = new Map(
    [...unique].map(([model, columns]) => [
      model,
      new Set([...columns].filter((column) => notNull.get(model)?.has(column))),
    ]),
  );
  return { keys, combinedKeys, relationships };
}

/** A condition lets rows out, of which the test then says nothing. */
function isAboutAllRows({ resource_type: type, config }: Node): boolean {
  return type === 'test' && asText(asObject(config)['where']) === undefined;
}

/** The model that a test is of; manifests before version 9 name it among others. */
function modelOf(test: Node): string | undefined {
  const nodes = asTexts(asObject(test['depends_on'])['nodes']);
  return asText(test['attached_node']) ?? (nodes.length === 1 ? nodes[0] : undefined);
}

/** `to` is an expression in words of dbt; what it comes to is the other node that the test depends on. */
function relationshipOf(test: Node, from: string, fromColumn: string): DbtRelationship[] {
  const toColumn = asText(asObject(asObject(test['test_metadata'])['kwargs'])['field']);
  const others = asTexts(asObject(test['depends_on'])['nodes']).filter((node) => node !== from);
  const [to = from] = others;
  if (toColumn === undefined || others.length > 1) return [];
  return [{ from, fromColumn, to, toColumn }];
}

function add(columns: Map<string, Set<string>>, model: string, column: string): void {
  const known = columns.get(model) ?? new Set();
  columns.set(model, known.add(column));
}
