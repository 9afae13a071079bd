import { createRequire } from 'node:module';
import type { ModelFile, Place, Problems } from '../model-file.ts';
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
  placeOf(line: number, column: number): Place;
}

/** How a template says that it asks for a part of the context. */
const WORDS: Readonly<Record<keyof CompileContext, string>> = {
  securityContext: 'COMPILE_CONTEXT',
  environment: 'env_var',
};

/** Whether what a file says, or a file that imports it, may depend on a part of the context. */
export function asksFor({ content }: ModelFile, part: keyof CompileContext): boolean {
  return content.includes(WORDS[part]) && TEMPLATE.test(content);
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
  if (!TEMPLATE.test(content)) return { ...file, placeOf: (line, column) => ({ file: path, line, column }) };
  // Most models have no templates, and need not wait for what renders them.
  const { renderTemplate } = require('./render-template.ts') as typeof TemplateModule;
  return renderTemplate(file, files, context, problems);
}
