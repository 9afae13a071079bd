import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { Mask } from '../definitions/model.ts';

const QUOTED = /^\s*(?:'((?:[^']|'')*)'|"([^"]*)")\s*$/;
const CONSTANTS = new Map<string, number | boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** A number, true or false, a text in quotes of its own, or an object with `sql`. */
export function readMask(fields: Fields, problems: Problems): { mask?: Mask } {
  const node = fields.node('mask');
  if (node === undefined) return {};
  if (node.kind !== 'scalar') {
    const object = fields.object('mask');
    const sql = object?.template('sql');
    if (!sql) problems.add(node.location, 'A mask needs sql, or is a single value');
    object?.end('A mask');
    return sql ? { mask: { kind: 'sql', sql } } : {};
  }
  if (typeof node.value !== 'string') return { mask: { kind: 'value', value: node.value } };
  const value = constantOf(node.value);
  if (value !== undefined) return { mask: { kind: 'value', value } };
  problems.add(
    node.location,
    `The mask ${node.value} is read as an expression`,
    `A text needs quotes within the quotes, mask: "'***'"; SQL stands in mask: {sql: …}.`,
  );
  return {};
}

function constantOf(text: string): string | number | boolean | null | undefined {
  const [isQuoted, single, double] = QUOTED.exec(text) ?? [];
  if (isQuoted !== undefined) return double ?? (single ?? '').replaceAll("''", "'");
  const word = text.trim().toLowerCase();
  if (CONSTANTS.has(word)) return CONSTANTS.get(word);
  return word !== '' && Number.isFinite(Number(word)) ? Number(word) : undefined;
}
