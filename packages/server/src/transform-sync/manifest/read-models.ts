import type { DbtColumn, DbtManifest, DbtModel, DbtRelationship } from '../../db/values/stored-manifest.ts';
import { asList, asObject, asText, asTexts } from './read-json.ts';
import type { DbtTests } from './read-tests.ts';
import { toIdentifier } from './to-identifier.ts';

type Node = Readonly<Record<string, unknown>>;

/** Reads the models that the data source has, their keys, and how they refer to each other. */
export function readModels(
  nodes: readonly Node[],
  tests: DbtTests,
): Pick<DbtManifest, 'models' | 'relationships' | 'notes'> {
  const notes: string[] = [];
  const models: DbtModel[] = [];
  const taken = new Set<string>();
  const found = nodes
    .filter(isModel)
    .map((node) => ({ node, id: asText(node['unique_id']) ?? '' }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const { node, id } of found) {
    const table = tableOf(node);
    if (id === '' || table === undefined) {
      notes.push(`${nameOf(node)} is no table or view of the data source; there is no cube for it`);
      continue;
    }
    const columns = readColumns(node);
    const name = uniqueName(node, taken);
    taken.add(name);
    const description = asText(node['description']) ?? '';
    models.push({
      id,
      name,
      description,
      table,
      columns,
      primaryKey: keyOf(node, id, { columns, name, tests }),
    });
  }
  const declared = found.flatMap(({ node, id }) => foreignKeysOf(node, id, models));
  return { models, notes, relationships: withoutRepeats([...tests.relationships, ...declared]) };
}

function isModel({ resource_type: type, config }: Node): boolean {
  return type === 'model' && asObject(config)['enabled'] !== false;
}

function nameOf(node: Node): string {
  return asText(node['name']) ?? asText(node['unique_id']) ?? 'A model';
}

/** What models are written as; those that dbt puts into others are no table. */
function tableOf(node: Node): string | undefined {
  if (asObject(node['config'])['materialized'] === 'ephemeral') return undefined;
  const written = asText(node['relation_name']);
  if (written !== undefined) return written;
  const parts = [node['database'], node['schema'], node['alias'] ?? node['name']].map(asText);
  if (parts[1] === undefined || parts[2] === undefined) return undefined;
  return parts.flatMap((part) => (part === undefined ? [] : [`"${part.replaceAll('"', '""')}"`])).join('.');
}

/** Two packages may have a model of one name, and a model several versions. */
function uniqueName(node: Node, taken: ReadonlySet<string>): string {
  const version =
    node['version'] == null || node['version'] === node['latest_version']
      ? ''
      : `_v${String(node['version'])}`;
  const name = toIdentifier(nameOf(node) + version);
  if (!taken.has(name)) return name;
  const qualified = toIdentifier(`${asText(node['package_name']) ?? 'dbt'}_${name}`);
  let unique = qualified;
  for (let count = 2; taken.has(unique); count += 1) unique = `${qualified}_${count}`;
  return unique;
}

function readColumns(node: Node): DbtColumn[] {
  return Object.values(asObject(node['columns'])).flatMap((value) => {
    const { name: given, description, data_type: dataType, quote } = asObject(value);
    const name = asText(given);
    if (name === undefined) return [];
    const isQuoted = quote === true || !/^[a-z_]\w*$/i.test(name);
    return [{ name, description: asText(description) ?? '', dataType: asText(dataType), isQuoted }];
  });
}

interface KeyFacts {
  readonly columns: readonly DbtColumn[];
  readonly name: string;
  readonly tests: DbtTests;
}

/**
 * What is declared, then what is tested, then what is named like a key. Only columns that are described are members.
 */
function keyOf(node: Node, id: string, { columns, name, tests }: KeyFacts): string[] {
  const names = new Map(columns.map((column) => [column.name.toLowerCase(), column.name]));
  const known = (keys: readonly string[]) => {
    const found = keys.flatMap((key) => names.get(key.toLowerCase()) ?? []);
    return found.length === keys.length ? found : [];
  };
  const guesses = ['id', `${singular(name)}_id`, `${name}_id`].map((guess) => [guess]);
  const tested = [...(tests.keys.get(id) ?? [])];
  const candidates = [
    declaredKeyOf(node),
    tested.slice(0, 1),
    [...(tests.combinedKeys.get(id) ?? [])],
    asTexts(node['primary_key']),
    ...guesses,
  ];
  return candidates.map(known).find(({ length }) => length > 0) ?? [];
}

/** Constraints of the model, and of its columns. */
function constraintsOf(node: Node): { type: unknown; columns: string[]; more: Node }[] {
  const ofModel = asList(node['constraints']).map(asObject);
  const ofColumns = Object.values(asObject(node['columns']))
    .map(asObject)
    .flatMap(({ name, constraints }) =>
      asList(constraints).map((constraint) => ({ ...asObject(constraint), columns: [name] })),
    );
  return [...ofModel, ...ofColumns].map((constraint: Node) => ({
    type: constraint['type'],
    columns: asTexts(constraint['columns']),
    more: constraint,
  }));
}

function declaredKeyOf(node: Node): string[] {
  return constraintsOf(node).find(({ type }) => type === 'primary_key')?.columns ?? [];
}

/** Foreign keys of one column that say which model they refer to, by its name or by its table. */
function foreignKeysOf(node: Node, from: string, models: readonly DbtModel[]): DbtRelationship[] {
  return constraintsOf(node).flatMap(({ type, columns, more }) => {
    const [fromColumn, ...others] = columns;
    const [toColumn] = asTexts(more['to_columns']);
    const target = asText(more['to']);
    if (type !== 'foreign_key' || fromColumn === undefined || others.length > 0) return [];
    const referred =
      target === undefined
        ? undefined
        : /ref\(\s*(?:['"][^'"]*['"]\s*,\s*)?['"]([^'"]+)['"]/.exec(target)?.[1];
    const to = models.find(({ name, table }) => name === referred || table === target);
    return to && toColumn !== undefined ? [{ from, fromColumn, to: to.id, toColumn }] : [];
  });
}

function withoutRepeats(relationships: readonly DbtRelationship[]): DbtRelationship[] {
  return [...new Map(relationships.map((each) => [JSON.stringify(Object.values(each)), each])).values()];
}

/** Of an English plural; others stay as they are. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}
