import type { ReadYaml, YamlMap, YamlNode } from '@oriel/semantic/yaml';
import type { ConfigurationProblem } from './agent-configuration.ts';

/** Reads fields of a map, and notes what is wrong with them. */
export interface FieldReader {
  has(name: string): boolean;
  /** Undefined where the field is not there or is no text. */
  text(name: string): string | undefined;
  choice<T extends string>(name: string, values: readonly T[]): T | undefined;
  texts(name: string): string[];
  objects(name: string): FieldReader[];
  /** Entries of a list, each a text or a map. */
  entries(name: string): (string | FieldReader)[];
  /** Notes a fault at a field, or at the map as a whole. */
  fault(name: string | undefined, message: string): void;
  /** Notes every field that nothing has asked for. */
  refuseOthers(known?: readonly string[]): void;
}

/** Makes what reads YAML texts: `lineOffset` are the lines of the file before the text. */
export function createFieldReader(
  readYaml: (path: string, content: string, lineOffset?: number) => ReadYaml,
  problems: ConfigurationProblem[],
): (path: string, content: string, lineOffset?: number) => FieldReader {
  return (path, content, lineOffset = 0) => {
    const { tree, problems: broken } = readYaml(path, content, lineOffset);
    const note = (line: number, message: string) => void problems.push({ path, line, message });
    for (const { line, message } of broken) note(line, message);
    if (tree.kind === 'map') return readerOf(tree, note);
    // A file of comments alone is an empty one.
    if (broken.length === 0 && !(tree.kind === 'scalar' && tree.value === null))
      note(tree.location.line, 'The file must be a map of properties');
    return readerOf({ kind: 'map', location: tree.location, entries: new Map() }, note);
  };
}

type Note = (line: number, message: string) => void;

function readerOf(map: YamlMap, note: Note): FieldReader {
  const asked = new Set<string>();
  const find = (name: string): YamlNode | undefined => {
    asked.add(name);
    const value = map.entries.get(name)?.value;
    return value?.kind === 'scalar' && value.value === null ? undefined : value;
  };
  const items = (name: string): readonly YamlNode[] => {
    const node = find(name);
    if (node === undefined) return [];
    if (node.kind === 'list') return node.items;
    note(node.location.line, `${name} must be a list`);
    return [];
  };
  const toText = (name: string, node: YamlNode): string | undefined => {
    if (node.kind === 'scalar' && typeof node.value === 'string' && node.value.trim() !== '')
      return node.value.trim();
    note(node.location.line, `${name} must be a text`);
    return undefined;
  };
  const reader: FieldReader = {
    has: (name) => map.entries.has(name),
    text(name) {
      const node = find(name);
      return node && toText(name, node);
    },
    choice(name, values) {
      const text = reader.text(name);
      const chosen = values.find((value) => value === text);
      if (text === undefined || chosen !== undefined) return chosen;
      reader.fault(name, `${name} is one of ${values.join(', ')}, not ${JSON.stringify(text)}`);
      return undefined;
    },
    texts: (name) => items(name).flatMap((node) => toText(name, node) ?? []),
    objects: (name) =>
      items(name).flatMap((node) => {
        if (node.kind === 'map') return readerOf(node, note);
        note(node.location.line, `Each of ${name} must be a map of properties`);
        return [];
      }),
    entries: (name) =>
      items(name).flatMap((node) =>
        node.kind === 'map' ? readerOf(node, note) : (toText(`Each of ${name}`, node) ?? []),
      ),
    fault(name, message) {
      const entry = name === undefined ? undefined : map.entries.get(name);
      note((entry?.location ?? map.location).line, message);
    },
    refuseOthers(known = []) {
      for (const [name, { location }] of map.entries)
        if (!asked.has(name) && !known.includes(name))
          note(location.line, `There is no property ${name} here`);
    },
  };
  return reader;
}
