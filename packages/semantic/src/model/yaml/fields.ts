import { hintForWord, type CommonWords } from '../language/common-words.ts';
import type { SourceLocation, LocatedText, Problems } from '../files/model-file.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { parseSqlTemplate } from '../sql-template/parse-sql-template.ts';
import type { SqlTemplate } from '../sql-template/sql-template.ts';
import {
  toPlainData,
  toPlainObject,
  type YamlList,
  type YamlMap,
  type YamlNode,
  type YamlScalar,
} from './yaml-tree.ts';

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Reads the fields of one object of a model. Each read says what it expects; what is something else becomes a problem
 * and reads as absent. {@link Fields.end} reports what was never asked for.
 */
export interface Fields {
  readonly location: SourceLocation;
  has(key: string): boolean;
  locationOf(key: string): SourceLocation;
  text(key: string): string | undefined;
  boolean(key: string): boolean | undefined;
  /** A text, a number, or true or false. */
  constant(key: string): string | number | boolean | undefined;
  /** One of the values; camelCase spellings are taken as well. `words` are others that authors bring, for the hint. */
  choice<V extends string>(key: string, values: readonly V[], words?: CommonWords): V | undefined;
  template(key: string, bare?: 'column' | 'table'): SqlTemplate | undefined;
  /** The texts of a list, or of a single text. */
  texts(key: string): LocatedText[] | undefined;
  /** The objects of a list. `first` is the key that what stands there alone most likely belongs to, for the hint. */
  objects(key: string, first?: string): Fields[];
  object(key: string, first?: string): Fields | undefined;
  node(key: string): YamlNode | undefined;
  data(key: string): unknown;
  /** All of it, as plain data. */
  toData(): Record<string, unknown>;
  /** The `name`, checked; a made-up one where it is missing, so that reading goes on. */
  name(what: string): string;
  /** Reports every key but these. */
  onlyOf(keys: readonly string[], what: string): void;
  end(what: string): void;
}

const TRUTHS = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
]);

/** What a template fills in stands in quotes, where YAML sees a text. */
function truthOf(value: YamlScalar['value']): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return TRUTHS.get(String(value));
}

function truthHint(value: YamlNode): string | undefined {
  const text = value.kind === 'scalar' ? String(value.value) : '';
  if (text.includes('COMPILE_CONTEXT')) return `Write "{{ ${text.replace(/^[\s{]+|[\s}]+$/g, '')} }}".`;
  return YES_OR_NO.test(text) ? `Write ${/^(y|on|1|t)/i.test(text)}.` : undefined;
}

const YES_OR_NO = /^(y|yes|on|1|t|true|n|no|off|0|f|false)$/i;

/** What is no object is a problem, and there is nothing more to say of it. */
function readObject(
  node: YamlNode,
  what: string,
  first: string | undefined,
  problems: Problems,
): Fields | undefined {
  if (node.kind === 'map') return readFields(node, problems, what);
  const value = node.kind === 'scalar' && node.value !== null ? JSON.stringify(node.value) : undefined;
  const isShown = first !== undefined && value !== undefined;
  problems.add(
    node.location,
    `${what} must be an object with keys${value === undefined ? '' : `, not ${value}`}`,
    isShown ? `Write ${first}: ${value}, each key on a line of its own.` : 'Write key: value lines below it.',
  );
  return undefined;
}

const LIST_HINT = 'Each entry begins with a dash, as in - name: orders.';

/** Reads the keys of a YAML map; anything but a map is a problem and has no keys. */
export function readFields(node: YamlNode, problems: Problems, what: string): Fields {
  if (node.kind !== 'map')
    problems.add(node.location, `${what} must be an object with keys`, 'Write key: value lines below it.');
  const map: YamlMap =
    node.kind === 'map' ? node : { kind: 'map', location: node.location, entries: new Map() };
  const known = new Set<string>();
  const get = (key: string): YamlNode | undefined => {
    known.add(key);
    const value = map.entries.get(key)?.value;
    return value?.kind === 'scalar' && value.value === null ? undefined : value;
  };
  const wrong = (value: YamlNode, key: string, expected: string, hint?: string): undefined => {
    const found = value.kind === 'scalar' ? `, not ${JSON.stringify(value.value)}` : '';
    problems.add(value.location, `${key} must be ${expected}${found}`, hint);
    return undefined;
  };
  const listOf = (key: string): YamlList | undefined => {
    const value = get(key);
    if (value === undefined || value.kind === 'list') return value;
    return wrong(value, key, 'a list', LIST_HINT);
  };
  const fields: Fields = {
    location: map.location,
    has: (key) => get(key) !== undefined,
    locationOf: (key) => map.entries.get(key)?.value.location ?? map.location,
    text(key) {
      const value = get(key);
      if (value === undefined) return undefined;
      if (value.kind === 'scalar' && value.value !== null && typeof value.value !== 'boolean')
        return String(value.written ?? value.value);
      return wrong(value, key, 'a text');
    },
    boolean(key) {
      const value = get(key);
      if (value === undefined) return undefined;
      const truth = value.kind === 'scalar' ? truthOf(value.value) : undefined;
      return truth ?? wrong(value, key, 'true or false', truthHint(value));
    },
    constant(key) {
      const value = get(key);
      if (value === undefined) return undefined;
      return value.kind === 'scalar' && value.value !== null ? value.value : wrong(value, key, 'a value');
    },
    choice(key, values, words = {}) {
      const text = fields.text(key);
      if (text === undefined) return undefined;
      const snake = text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const found = values.find((value) => value === snake);
      if (found === undefined)
        problems.add(
          fields.locationOf(key),
          `${key} cannot be ${JSON.stringify(text)}`,
          hintForWord(text, words) ?? didYouMean(text, values),
        );
      return found;
    },
    template(key, bare) {
      const value = get(key);
      if (value === undefined) return undefined;
      if (value.kind === 'scalar')
        return parseSqlTemplate(String(value.value), value.location, problems, bare);
      return wrong(value, key, 'SQL as a text');
    },
    texts(key) {
      const value = get(key);
      if (value === undefined) return undefined;
      const items = value.kind === 'list' ? value.items : [value];
      return items.flatMap((item) => {
        if (item.kind === 'scalar' && item.value !== null)
          return [{ text: String(item.value), location: item.location }];
        wrong(item, key, 'a list of names');
        return [];
      });
    },
    objects: (key, first) =>
      (listOf(key)?.items ?? []).flatMap(
        (item) => readObject(item, `An entry of ${key}`, first, problems) ?? [],
      ),
    object(key, first) {
      const value = get(key);
      return value && readObject(value, key, first, problems);
    },
    node: get,
    data(key) {
      const value = get(key);
      return value && toPlainData(value);
    },
    toData: () => toPlainObject(map),
    name(kind) {
      const name = fields.text('name');
      if (name !== undefined && NAME.test(name)) return name;
      const message =
        name === undefined
          ? `${kind} has no name`
          : `${JSON.stringify(name)} cannot be the name of ${kind.toLowerCase()}`;
      problems.add(
        fields.locationOf('name'),
        message,
        'A name begins with a letter or underscore; letters, digits and underscores follow.',
      );
      return name ?? '_';
    },
    onlyOf(keys, kind) {
      for (const [key, entry] of map.entries)
        if (!keys.includes(key))
          problems.add(entry.location, `${kind} cannot have ${key}`, `It has ${keys.join(', ')}.`);
    },
    end(kind) {
      for (const [key, entry] of map.entries) {
        if (!known.has(key))
          problems.add(entry.location, `${kind} has no key ${key}`, didYouMean(key, known));
      }
    },
  };
  return fields;
}
