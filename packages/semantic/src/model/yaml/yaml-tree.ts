import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Alias,
  type YAMLMap,
} from 'yaml';
import { isKeptByDouble, parseDecimal } from '../language/decimal.ts';
import type { SourceLocation, Problems } from '../files/model-file.ts';
import type { RenderedFile } from '../template/rendered-file.ts';
import { yamlHint } from './yaml-hints.ts';

/** A YAML file as a tree of plain data in which every node knows its location. */
export type YamlNode = YamlMap | YamlList | YamlScalar;

/** A map, with its entries in the order of the file. */
export interface YamlMap {
  readonly kind: 'map';
  readonly location: SourceLocation;
  /** By key in snake_case, whichever way the file spells it; within `meta` by key as it is written. */
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

/** A key of a map and its value. */
interface YamlEntry {
  /** Of the key. */
  readonly location: SourceLocation;
  readonly value: YamlNode;
}

/** A list of nodes. */
export interface YamlList {
  readonly kind: 'list';
  readonly location: SourceLocation;
  readonly items: readonly YamlNode[];
}

/** A text, number, boolean or null. */
export interface YamlScalar {
  readonly kind: 'scalar';
  readonly location: SourceLocation;
  readonly value: string | number | boolean | null;
  /** How a number is written that has more digits than the value. */
  readonly written?: string;
}

/** What a file may hold, its aliases written out: far more than any model, and less than what brings a server down. */
const LIMITS = { characters: 1_000_000, nodes: 200_000, depth: 60 };

/**
 * Reads a YAML file; a syntax error, or a file beyond all measure, becomes a problem. An empty file is an empty map.
 */
export function parseYaml(file: RenderedFile, problems: Problems): YamlNode {
  const empty: YamlNode = { kind: 'map', location: file.locationOf(1, 1), entries: new Map() };
  if (file.content.length > LIMITS.characters) {
    problems.add(
      empty.location,
      `The file has more than ${LIMITS.characters} characters`,
      'Make several of it.',
    );
    return empty;
  }
  try {
    const lines = new LineCounter();
    const document = parseDocument(file.content, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
    });
    const locationAt = (offset: number): SourceLocation => {
      const { line, col } = lines.linePos(offset);
      return file.locationOf(Math.max(line, 1), Math.max(col, 1));
    };
    // The errors behind the first are mostly its consequences.
    const [error] = document.errors;
    if (error)
      problems.add(
        locationAt(error.pos[0]),
        `The YAML is broken: ${error.message.split(';')[0]}`,
        yamlHint(error.code),
      );
    if (document.contents === null || error) return empty;
    return createConverter(locationAt, problems)(document.contents, 0);
  } catch (error) {
    // The library, too, calls itself for each level.
    if (!(error instanceof RangeError || error instanceof Overflow)) throw error;
    problems.add(empty.location, 'The file is nested too deeply, or its aliases make too much of it');
    return empty;
  }
}

/** Thrown, and caught, within a file: it goes beyond the limits. */
class Overflow extends Error {}

function createConverter(
  locationAt: (offset: number) => SourceLocation,
  problems: Problems,
): (node: unknown, depth: number) => YamlNode {
  let nodes = 0;
  /** The last node of each anchor up to here; the library would look through the whole file for each alias. */
  const anchors = new Map<string, unknown>();
  let isWithinAlias = false;
  let isWithinMeta = false;
  const toTree = (node: unknown, depth: number): YamlNode => {
    nodes += 1;
    if (nodes > LIMITS.nodes || depth > LIMITS.depth) throw new Overflow();
    if (isAlias(node)) return resolve(node, depth);
    if (isNode(node) && node.anchor !== undefined && !isWithinAlias) anchors.set(node.anchor, node);
    const location = locationAt(offsetOf(node));
    if (isMap(node)) return { kind: 'map', location, entries: toEntries(node, depth) };
    if (isSeq(node))
      return { kind: 'list', location, items: node.items.map((item) => toTree(item, depth + 1)) };
    return {
      kind: 'scalar',
      location,
      value: toValue(isScalar(node) ? node.value : null),
      ...writtenOf(node),
    };
  };
  const resolve = ({ source }: Alias, depth: number): YamlNode => {
    const outer = isWithinAlias;
    isWithinAlias = true;
    const tree = toTree(anchors.get(source), depth + 1);
    isWithinAlias = outer;
    return tree;
  };
  const toEntries = ({ items }: YAMLMap, depth: number) => {
    const entries = new Map<string, YamlEntry>();
    const merged: YamlNode[] = [];
    for (const { key, value } of items) {
      const location = locationAt(offsetOf(key));
      const written = String(isScalar(key) ? key.value : key);
      const name = isWithinMeta ? written : toSnakeCase(written);
      const outer = isWithinMeta;
      // Its keys are the author's own.
      isWithinMeta ||= name === 'meta';
      const child: YamlNode =
        value === null ? { kind: 'scalar', location, value: null } : toTree(value, depth + 1);
      isWithinMeta = outer;
      if (name === MERGE_KEY) merged.push(...(child.kind === 'list' ? child.items : [child]));
      else {
        const other = entries.get(name);
        if (other)
          problems.add(
            location,
            `The key ${name} is given twice`,
            `The other is in line ${other.location.line}; an entry of a list begins with a dash.`,
          );
        entries.set(name, { location, value: child });
      }
    }
    for (const node of merged) mergeInto(entries, node, problems);
    return entries;
  };
  return toTree;
}

/** `<<: *defaults` takes what another object has, as far as it is not said here; of several, the first that says it. */
const MERGE_KEY = '<<';

function mergeInto(entries: Map<string, YamlEntry>, node: YamlNode, problems: Problems): void {
  if (node.kind !== 'map') {
    problems.add(node.location, '<< takes an object, or a list of objects', 'Write <<: *name.');
    return;
  }
  for (const [key, entry] of node.entries) if (!entries.has(key)) entries.set(key, entry);
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function toValue(value: unknown): YamlScalar['value'] {
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null
    ? value
    : String(value);
}

/** The digits of a number that a double does not keep. */
function writtenOf(node: unknown): Pick<YamlScalar, 'written'> {
  if (!isScalar(node) || typeof node.value !== 'number' || node.source === undefined) return {};
  return parseDecimal(node.source) && !isKeptByDouble(node.source) ? { written: node.source } : {};
}

function toSnakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The tree's values alone, for data that is passed on as it is. */
export function toPlainData(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toPlainData);
  return toPlainObject(node);
}

/** A tree as plain data, without its locations. */
export function toPlainObject({ entries }: YamlMap): Record<string, unknown> {
  return Object.fromEntries([...entries].map(([key, { value }]) => [key, toPlainData(value)]));
}
