import { lineOfSyntaxFault } from './find-template-fault.ts';
import { jinja, type JinjaToken } from './jinja-library.ts';
import type { ModelFile, Place, Problems } from './model-file.ts';
import { interpretTemplate, type TemplateScope } from './template-interpreter.ts';
import { canMarkLines, lastLineIn, markLines, readMarks } from './template-lines.ts';

/** What templates of a model may know of whom the model is compiled for. Nothing, unless it is passed. */
export interface CompileContext {
  /** As `COMPILE_CONTEXT.securityContext`. */
  readonly securityContext?: Readonly<Record<string, unknown>>;
  /** The variables that `env_var('NAME')` may read; no others are read from anywhere. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A model file to be parsed, and where its text stands in what the author has written. */
export interface RenderedFile extends ModelFile {
  placeOf(line: number, column: number): Place;
}

const TEMPLATE = /\{\{|\}\}|\{%|%\}/;
/** The library looks for one of its own tags behind every blank of a row. */
const MAX_BLANKS = 500;

/**
 * Renders a file as a template where it is one: where it has two braces together, or a brace and a percent sign. Others
 * stay as they are. A fault of the template becomes a problem, and there is no file.
 */
export function renderTemplate(
  file: ModelFile,
  context: CompileContext,
  problems: Problems,
): RenderedFile | undefined {
  const { path, content } = file;
  if (!TEMPLATE.test(content)) return { ...file, placeOf: (line, column) => ({ file: path, line, column }) };
  const refuse = (line: number, what: string, hint?: string): undefined =>
    void problems.add({ file: path, line, column: 1 }, `The template cannot be rendered: ${what}`, hint);
  if (hasLongBlanks(content)) return refuse(1, `it has more than ${MAX_BLANKS} blanks in a row`);
  const scope = scopeOf(context);
  const tokens = readTokens(content);
  if ('fault' in tokens) return refuse(lineOfSyntaxFault(content), tokens.fault, hintFor(tokens.fault));
  let lastLine = 1;
  try {
    // First with marks, which say where a fault is; they may be in the way of a filter, hence once more without.
    const marked = canMarkLines(content)
      ? interpretTemplate(markLines(content, tokens.list), scope, (text) => {
          lastLine = lastLineIn(text) ?? lastLine;
        })
      : '';
    const rendered = interpretTemplate(tokens.list, scope);
    return { path, content: rendered, placeOf: placesOf(file, rendered, marked) };
  } catch (error) {
    const { message } = error as Error;
    return refuse(lastLine, message, hintFor(message));
  }
}

/** The tokens of a template that can be parsed. */
function readTokens(content: string): { list: readonly JinjaToken[] } | { fault: string } {
  try {
    const list = jinja.tokenize(content);
    jinja.parse(list);
    return { list };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function hintFor(message: string): string {
  if (message.includes('not a function'))
    return 'Templates call macros of the same file, and env_var; functions of Python files are not known.';
  return 'Two braces together count as a template; in flow style write } }.';
}

function scopeOf({ securityContext = {}, environment = {} }: CompileContext): TemplateScope {
  return {
    COMPILE_CONTEXT: { securityContext, security_context: securityContext },
    env_var: (name: unknown, fallback: unknown) => {
      if (typeof name === 'string' && Object.hasOwn(environment, name)) return environment[name];
      // What is given by name comes as a map.
      const value = fallback instanceof Map ? undefined : fallback;
      if (value !== undefined) return value;
      throw new Error(`there is no variable ${String(name)} that a model may read`);
    },
  };
}

/** Where a line of the rendered text stands: in the template, as far as that can be told. */
function placesOf({ path, content }: ModelFile, rendered: string, marked: string): RenderedFile['placeOf'] {
  const { text, lines } = readMarks(marked);
  if (text !== rendered) return (line, column) => ({ file: `${path} (rendered)`, line, column });
  const [source, result] = [content.split('\n'), rendered.split('\n')];
  return (line, column) => {
    const origin = lines[line - 1] ?? 1;
    // The columns of a line hold where nothing was filled in before them.
    const isSame = source[origin - 1]?.slice(0, column) === result[line - 1]?.slice(0, column);
    return { file: path, line: origin, column: isSame ? column : 1 };
  };
}

function hasLongBlanks(content: string): boolean {
  let length = 0;
  for (const character of content) {
    length = /\s/.test(character) ? length + 1 : 0;
    if (length > MAX_BLANKS) return true;
  }
  return false;
}
