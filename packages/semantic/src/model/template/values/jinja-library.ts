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
  /** Of a `BinaryExpression`. */
  readonly operator?: JinjaToken;
  readonly left?: JinjaNode;
  readonly right?: JinjaNode;
  /** Of a `CallExpression`. */
  readonly callee?: JinjaNode;
  readonly args?: readonly JinjaNode[];
  /** Of a `FilterExpression`, and of a `FilterStatement`, which has a body: an `Identifier` or `CallExpression`. */
  readonly filter?: JinjaNode;
  readonly operand?: JinjaNode;
  readonly body?: readonly JinjaNode[];
  /** Of a `MemberExpression`; `computed` where it stands in brackets. */
  readonly object?: JinjaNode;
  readonly property?: JinjaNode;
  readonly computed?: boolean;
  /** Of a `Set`. */
  readonly assignee?: JinjaNode;
}

/** What an expression gives, as the library holds it. */
export interface JinjaValue {
  readonly type: string;
  readonly value: unknown;
  /** Of texts, lists and objects: what stands behind a dot. */
  readonly builtins?: Map<string, JinjaValue>;
  toString(): string;
}

/** A function that templates call, a macro for one. */
export interface JinjaFunction extends JinjaValue {
  value: (args: readonly JinjaValue[], scope: JinjaEnvironment) => JinjaValue;
}

/** The names that a template knows. */
export interface JinjaEnvironment {
  readonly variables: ReadonlyMap<string, JinjaValue>;
  /** The names that it knows as well. */
  readonly parent?: JinjaEnvironment;
  /** Declares a name for plain data, or a function of plain data. */
  set(name: string, value: unknown): JinjaValue;
  setVariable(name: string, value: JinjaValue): JinjaValue;
  /** What is not known is a value of the type `UndefinedValue`. */
  lookupVariable(name: string): JinjaValue;
}

/** The part of the library's interpreter that ours builds on. */
export interface JinjaInterpreter {
  run(program: JinjaNode): JinjaValue;
  /** Everything that is evaluated comes by here. */
  evaluate(node: JinjaNode | undefined, environment: JinjaEnvironment): JinjaValue;
  /** Those without a name in their order, and those with one. */
  evaluateArguments(
    args: readonly JinjaNode[],
    environment: JinjaEnvironment,
  ): [positional: JinjaValue[], named: Map<string, JinjaValue>];
}

interface JinjaLibrary {
  tokenize(source: string): JinjaToken[];
  parse(tokens: readonly JinjaToken[]): JinjaNode;
  readonly Environment: new (parent?: JinjaEnvironment) => JinjaEnvironment;
  readonly Interpreter: new (environment: JinjaEnvironment) => JinjaInterpreter;
}

// The declarations of the package name each other without extensions, which Node's resolution does not follow; what is
// used of it is declared above, after version 0.5.

/** The library, as far as we use it; its own types leave the runtime out. */
export const jinja = library as unknown as JinjaLibrary;
