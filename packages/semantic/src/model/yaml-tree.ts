import { type Alias, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import type { Place, Problems } from './model-file.ts';
import type { RenderedFile } from './render-template.ts';

/** A YAML file as a tree of plain data in which every node knows its place. */
export type YamlNode = YamlMap | YamlList | YamlScalar;

export interface YamlMap {
  readonly kind: 'map';
  readonly place: Place;
  /** By key in snake_case, whichever way the file spells it. */
  readonly entries: ReadonlyMap<string, { readonly place: Place; readonly value: YamlNode }>;
}

export interface YamlList {
  readonly kind: 'list';
  readonly place: Place;
  readonly items: readonly YamlNode[];
}

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly place: Place;
  readonly value: string | number | boolean | null;
}

/** Reads a YAML file; a syntax error becomes a problem. An empty file is an empty map. */
export function parseYaml(file: RenderedFile, problems: Problems): YamlNode {
  const lines = new LineCounter();
  const document = parseDocument(file.content, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return file.placeOf(Math.max(line, 1), Math.max(col, 1));
  };
  // The errors behind the first are mostly its consequences.
  const [error] = document.errors;
  if (error) problems.add(placeAt(error.pos[0]), `The YAML is broken: ${error.message}`);
  const convert = (node: unknown): YamlNode =>
    toTree(node, placeAt, problems, (alias) => alias.resolve(document));
  if (document.contents === null || error) return { kind: 'map', place: placeAt(0), entries: new Map() };
  return convert(document.contents);
}

function toTree(
  node: unknown,
  placeAt: (offset: number) => Place,
  problems: Problems,
  resolve: (alias: Alias) => Node | undefined,
): YamlNode {
  const place = placeAt((node as Node | null)?.range?.[0] ?? 0);
  const recurse = (child: unknown) => toTree(child, placeAt, problems, resolve);
  if (isMap(node)) {
    const entries = new Map<string, { place: Place; value: YamlNode }>();
    for (const { key, value } of node.items) {
      const keyPlace = placeAt((key as Node | null)?.range?.[0] ?? 0);
      const name = toSnakeCase(String(isScalar(key) ? key.value : key));
      if (entries.has(name)) problems.add(keyPlace, `The key ${name} is given twice`);
      entries.set(name, {
        place: keyPlace,
        value: value === null ? { kind: 'scalar', place: keyPlace, value: null } : recurse(value),
      });
    }
    return { kind: 'map', place, entries };
  }
  if (isSeq(node)) return { kind: 'list', place, items: node.items.map(recurse) };
  if (isAlias(node)) return recurse(resolve(node));
  const value = isScalar(node) ? node.value : null;
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return { kind: 'scalar', place, value: isPlain ? (value as YamlScalar['value']) : String(value) };
}

function toSnakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The tree's values alone, for data that is passed on as it is. */
export function toPlainData(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toPlainData);
  return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, toPlainData(value)]));
}
