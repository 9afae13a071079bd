import { lineOfSyntaxFault } from './find-template-fault.ts';
import { jinja, type JinjaNode, type JinjaToken } from './values/jinja-library.ts';
import type { ModelFile } from '../files/model-file.ts';
import { findTemplate, takeImports, type TemplateImport } from './template-imports.ts';
import { protectRaw, restoreBraces } from './template-source.ts';
import { readSyntax } from './template-syntax.ts';

/** A template that can be interpreted, with the templates that it imports. */
export interface ReadTemplate {
  /** Its text, with a comment where an import was. */
  readonly text: string;
  readonly tokens: readonly JinjaToken[];
  readonly modules: readonly (TemplateImport & { readonly template: ReadTemplate })[];
}

/** A template, and a way to what it includes, which is known only when it is rendered. */
export interface RootTemplate extends ReadTemplate {
  /**
   * Reads a template that another includes; undefined where there is no such file.
   *
   * @throws TemplateFault
   */
  readonly readIncluded: (path: string, includer: string) => ReadTemplate | undefined;
}

/** What is wrong with a template, in a sentence for its author; `line` is in the file that is rendered, from 1. */
export class TemplateFault extends Error {
  readonly line: number;
  /** Whether the sentence names the imported file that the fault is in. */
  readonly isLocated: boolean;

  constructor(
    line: number,
    message: string,
    { isLocated = false, cause }: { isLocated?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.line = line;
    this.isLocated = isLocated;
  }
}

/** Templates that one file may import, each counted as often as it is imported. */
const MAX_IMPORTS = 100;
/** The library looks for one of its own tags behind every blank of a row. */
const MAX_BLANKS = 500;

/**
 * Reads a template and all that it imports from the files of the model.
 *
 * @throws TemplateFault
 */
export function readTemplate(file: ModelFile, files: readonly ModelFile[]): RootTemplate {
  let count = 0;
  const read = ({ path, content }: ModelFile, importers: readonly string[]): ReadTemplate => {
    const { text, imports } = takeImports(protect(content));
    const modules = imports.map((found) => {
      count += 1;
      try {
        if (count > MAX_IMPORTS) throw new Error(`it imports more than ${MAX_IMPORTS} templates`);
        const imported = findImported(found, path, files, [...importers, path]);
        return { ...found, template: read(imported, [...importers, path]) };
      } catch (error) {
        throw faultOfImport(error, found);
      }
    });
    return { text, tokens: readTokens(text, path), modules };
  };
  const included = new Map<string, ReadTemplate>();
  const readIncluded = (path: string, includer: string) => {
    const found = findTemplate(path, includer, files);
    if (!found) return undefined;
    const template = included.get(found.path) ?? read(found, []);
    included.set(found.path, template);
    return template;
  };
  return { ...read(file, []), readIncluded };
}

/** What the library interprets. */
export function programOf({ tokens }: ReadTemplate): JinjaNode {
  return jinja.parse(tokens.map((token) => ({ ...token, value: restoreBraces(token.value) })));
}

function protect(content: string): string {
  try {
    if (hasLongBlanks(content)) throw new Error(`it has more than ${MAX_BLANKS} blanks in a row`);
    return protectRaw(content);
  } catch (error) {
    throw new TemplateFault(1, (error as Error).message, { cause: error });
  }
}

/** The fault of an import: in the imported template, with its location, or of the importing file. */
function faultOfImport(error: unknown, { path, line }: TemplateImport): TemplateFault {
  if (!(error instanceof TemplateFault))
    return new TemplateFault(line, (error as Error).message, { cause: error });
  const message = error.isLocated ? error.message : `${path}, line ${error.line}: ${error.message}`;
  return new TemplateFault(line, message, { isLocated: true, cause: error });
}

function findImported(
  { path }: TemplateImport,
  importer: string,
  files: readonly ModelFile[],
  importers: readonly string[],
): ModelFile {
  const found = findTemplate(path, importer, files);
  if (!found) throw new Error(`there is no file ${path} to import`);
  if (importers.includes(found.path)) throw new Error(`${path} imports itself`);
  return found;
}

function readTokens(text: string, path: string): readonly JinjaToken[] {
  try {
    return readSyntax(text, path);
  } catch (error) {
    throw new TemplateFault(lineOfSyntaxFault(text), (error as Error).message, { cause: error });
  }
}

function hasLongBlanks(content: string): boolean {
  let length = 0;
  for (const character of content) {
    length = /\s/.test(character) ? length + 1 : 0;
    if (length > MAX_BLANKS) return true;
  }
  return false;
}
