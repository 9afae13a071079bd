import type { ModelFile, SourceLocation } from '../files/model-file.ts';

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
