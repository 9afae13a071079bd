import type { ModelFile } from '../files/model-file.ts';
import { linesIn, tagsOf } from './template-tags.ts';

/** What a template takes from another: all of it under one name, or macros and variables under names of their own. */
export interface TemplateImport {
  /** As written: from the folder of the model, or of a file above the importing one. */
  readonly path: string;
  /** The line of the tag, counted from 1. */
  readonly line: number;
  /** The name of the whole, or what is taken: names there, and the names that they have here. */
  readonly binds: string | ReadonlyMap<string, string>;
}

/** A template without its imports. */
interface TemplateSource {
  /** With a comment of as many lines where an import was. */
  readonly text: string;
  readonly imports: readonly TemplateImport[];
}

const CONTEXT = String.raw`(?:\s+with(?:out)?\s+context)?`;
const IMPORT = new RegExp(String.raw`^import\s+(["'])(.+?)\1\s+as\s+(\w+)${CONTEXT}$`);
const FROM = new RegExp(String.raw`^from\s+(["'])(.+?)\1\s+import\s+([\w\s,]+?)${CONTEXT}$`);
const NAME = /^(\w+)(?:\s+as\s+(\w+))?$/;

/** Whether a file may look at others: it imports or includes something, or seems to. */
export function mayImport({ content }: ModelFile): boolean {
  return /\{%[-+]?\s*(import|from|include)\b/.test(content);
}

/** Takes the imports out of a template, for the library knows none. One that cannot be read stays, and is a fault. */
export function takeImports(source: string): TemplateSource {
  const imports: TemplateImport[] = [];
  let text = '';
  let position = 0;
  for (const tag of tagsOf(source)) {
    const [, before = '', statement = '', after = ''] = /^\{%([-+]?)(.*?)([-+]?)%\}$/s.exec(tag.text) ?? [];
    const found = parseImport(statement.trim());
    if (!found) continue;
    imports.push({ ...found, line: tag.line });
    text += `${source.slice(position, tag.index)}{#${before}${'\n'.repeat(linesIn(tag.text))}${after}#}`;
    position = tag.index + tag.text.length;
  }
  return { text: text + source.slice(position), imports };
}

function parseImport(statement: string): Omit<TemplateImport, 'line'> | undefined {
  const [, , whole, alias] = IMPORT.exec(statement) ?? [];
  if (whole !== undefined && alias !== undefined) return { path: whole, binds: alias };
  const [, , path, list = ''] = FROM.exec(statement) ?? [];
  const names = list.replace(/,\s*$/, '').split(',');
  const pairs = names.map((name) => NAME.exec(name.trim()) ?? []);
  if (path === undefined || pairs.some(([found]) => found === undefined)) return undefined;
  return { path, binds: new Map(pairs.map(([, name = '', as]) => [name, as ?? name])) };
}

/**
 * The file that an import means: a path from the folder of the importing file, or from the next one above that has it.
 * The folder of a model may lie anywhere in a repository, and imports are written from there.
 */
export function findTemplate(
  path: string,
  importer: string,
  files: readonly ModelFile[],
): ModelFile | undefined {
  const folders = importer.split('/').slice(0, -1);
  const wanted = path.replace(/^(\.?\/)+/, '');
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const candidate = [...folders.slice(0, depth), wanted].join('/');
    const found = files.find((file) => file.path === candidate);
    if (found) return found;
  }
  return undefined;
}
