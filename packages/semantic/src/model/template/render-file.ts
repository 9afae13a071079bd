import { createRequire } from 'node:module';
import type { ModelFile, SourceLocation, Problems } from '../model-file.ts';
import type * as TemplateModule from './render-template.ts';

const require = createRequire(import.meta.url);

/** What templates of a model may know of whom the model is compiled for. Nothing, unless it is passed. */
export interface CompileContext {
  /** As `COMPILE_CONTEXT.securityContext`. */
  readonly securityContext?: Readonly<Record<string, unknown>>;
  /** The variables that `env_var('NAME')` may read; no others are read from anywhere. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A model file to be parsed, and where its text stands in what the author has written. */
export interface RenderedFile extends ModelFile {
  locationOf(line: number, column: number): SourceLocation;
}

/** Whether what a file says, or a file that imports it, may depend on the variables. */
export function asksForVariables({ content }: ModelFile): boolean {
  return content.includes('env_var') && TEMPLATE.test(content);
}

const TEMPLATE = /\{\{|\}\}|\{%|%\}/;

/**
 * Renders a file as a template where it is one: where it has two braces together, or a brace and a percent sign. Others
 * stay as they are. What it imports is looked for in `files`. A fault of the template becomes a problem, and there is no file.
 */
export function renderFile(
  file: ModelFile,
  files: readonly ModelFile[],
  context: CompileContext,
  problems: Problems,
): RenderedFile | undefined {
  const { path, content } = file;
  if (!TEMPLATE.test(content))
    return { ...file, locationOf: (line, column) => ({ file: path, line, column }) };
  // Most models have no templates, and need not wait for what renders them.
  const { renderTemplate } = require('./render-template.ts') as typeof TemplateModule;
  return renderTemplate(file, files, context, problems);
}
