import { createRequire } from 'node:module';
import type { ModelFile, Problems } from '../files/model-file.ts';
import { isTemplatePath } from '../files/model-paths.ts';
import type * as TemplateModule from './render-template.ts';
import type { CompileContext, RenderedFile } from './rendered-file.ts';

const require = createRequire(import.meta.url);

/** Whether what a file says, or a file that imports it, may depend on the variables. */
export function asksForVariables({ content }: ModelFile): boolean {
  return content.includes('env_var') && TEMPLATE.test(content);
}

const TEMPLATE = /\{\{|\}\}|\{%|%\}/;

/**
 * Renders a file as a template where it is one: where its name ends in `.jinja`, or it has two braces together, or a
 * brace and a percent sign. Others stay as they are. What it imports is looked for in `files`. A fault of the template
 * becomes a problem, and there is no file.
 */
export function renderFile(
  file: ModelFile,
  files: readonly ModelFile[],
  context: CompileContext,
  problems: Problems,
): RenderedFile | undefined {
  const { path, content } = file;
  if (!isTemplatePath(path) && !TEMPLATE.test(content))
    return { ...file, locationOf: (line, column) => ({ file: path, line, column }) };
  // Most models have no templates, and need not wait for what renders them.
  const { renderTemplate } = require('./render-template.ts') as typeof TemplateModule;
  return renderTemplate(file, files, context, problems);
}
