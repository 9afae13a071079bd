import type { FolderDefinition, FolderEntry } from '../definitions/definitions.ts';
import { readFields, type Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { YamlNode } from '../yaml/yaml-tree.ts';

/** `{name, includes}`: names of members, `{join_path}` for all that came by it, folders again, or `"*"`. */
export function readFolder(fields: Fields, problems: Problems): FolderDefinition {
  const name = fields.text('name');
  if (name === undefined) problems.add(fields.location, 'A folder has no name');
  const node = fields.node('includes');
  if (node === undefined) problems.add(fields.location, `The folder ${name ?? ''} includes nothing`);
  fields.end(`The folder ${name ?? ''}`);
  const items = node?.kind === 'list' ? node.items : node ? [node] : [];
  const isAll = items.length === 1 && items[0]?.kind === 'scalar' && items[0].value === '*';
  return {
    name: name ?? '',
    location: fields.location,
    members: isAll ? '*' : items.map((item) => readEntry(item, problems)),
  };
}

function readEntry(node: YamlNode, problems: Problems): FolderEntry {
  if (node.kind === 'scalar') return { text: String(node.value), location: node.location };
  const fields = readFields(node, problems, 'An entry of a folder');
  if (!fields.has('join_path')) return readFolder(fields, problems);
  const joinPath = fields.text('join_path') ?? '';
  fields.end('An entry of a folder');
  return { joinPath, location: node.location };
}
