import { parse } from 'yaml';

/**
 * Reads a YAML document that is no model as plain values. Aliases are expanded a hundred times at most.
 *
 * @throws a plain error with the first problem
 */
export function parsePlainYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 100 });
}
