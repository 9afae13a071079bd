import type { ModelFile, Problems } from '../files/model-file.ts';
import { readTemplate, TemplateFault } from './read-template.ts';
import type { CompileContext, RenderedFile } from './rendered-file.ts';
import { templateHint } from './template-hints.ts';
import { interpretTemplate, type TemplateScope } from './template-interpreter.ts';
import { canMarkLines, lastLineIn, markLines, readMarks } from './template-lines.ts';
import { columnOfOnlyTag } from './template-tags.ts';

/**
 * Renders a file that is a template. What it imports is looked for in `files`. A fault of it becomes a problem, and
 * there is no file.
 */
export function renderTemplate(
  file: ModelFile,
  files: readonly ModelFile[],
  context: CompileContext,
  problems: Problems,
): RenderedFile | undefined {
  const { path, content } = file;
  const scope = scopeOf(context);
  let lastLine = 1;
  try {
    const template = readTemplate(file, files);
    // First with marks, which say where a fault is; they may be in the way of a filter, hence once more without.
    const marked = canMarkLines(content)
      ? interpretTemplate(
          { ...template, tokens: markLines(template.text, template.tokens) },
          scope,
          (text) => {
            lastLine = lastLineIn(text) ?? lastLine;
          },
        )
      : '';
    const rendered = interpretTemplate(template, scope);
    return { path, content: rendered, locationOf: locationsOf(file, rendered, marked) };
  } catch (error) {
    const { message } = error as Error;
    const line = error instanceof TemplateFault ? error.line : lastLine;
    problems.add(
      { file: path, line, column: columnOfOnlyTag(content, line) },
      `The template cannot be rendered: ${message}`,
      templateHint(message),
    );
    return undefined;
  }
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
function locationsOf(
  { path, content }: ModelFile,
  rendered: string,
  marked: string,
): RenderedFile['locationOf'] {
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
