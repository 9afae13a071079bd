import * as library from '@huggingface/jinja';

/** A piece of a template: literal text, or something of a tag. */
export interface JinjaToken {
  readonly type: string;
  readonly value: string;
}

/** A part of a parsed template; literal texts are of the type `StringLiteral`, as are those of expressions. */
export interface JinjaNode {
  readonly type: string;
  readonly value?: unknown;
}

/** What an expression gives, as the library holds it. */
export interface JinjaValue {
  readonly type: string;
  readonly value: unknown;
  toString(): string;
}

export interface JinjaEnvironment {
  set(name: string, value: unknown): JinjaValue;
}

export interface JinjaInterpreter {
  run(program: JinjaNode): JinjaValue;
  /** Everything that is evaluated comes by here. */
  evaluate(node: JinjaNode | undefined, environment: JinjaEnvironment): JinjaValue;
}

interface JinjaLibrary {
  tokenize(source: string): JinjaToken[];
  parse(tokens: readonly JinjaToken[]): JinjaNode;
  readonly Environment: new () => JinjaEnvironment;
  readonly Interpreter: new (environment: JinjaEnvironment) => JinjaInterpreter;
}

// The declarations of the package name each other without extensions, which Node's resolution does not follow; what is
// used of it is declared above, after version 0.5.
export const jinja = library as unknown as JinjaLibrary;
