/* What the parser of Handlebars finds: the parts of its tree that are read here. Its own types do not resolve from a module. */

export interface Program {
  body: readonly (Statement | { type: 'Other' })[];
  blockParams?: readonly string[];
}

type Statement = Content | Mustache | Block | { type: 'CommentStatement' };

interface Content {
  type: 'ContentStatement';
  value: string;
}

/** The value of a name, or of a helper with arguments. */
export interface Call {
  path: Expression;
  params: readonly Expression[];
  hash?: { pairs: readonly unknown[] };
}

interface Mustache extends Call {
  type: 'MustacheStatement';
  escaped: boolean;
}

export interface Block extends Call {
  type: 'BlockStatement';
  program?: Program;
  inverse?: Program;
}

export type Expression =
  | Path
  | ({ type: 'SubExpression' } & Call)
  | { type: 'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral'; value: string | number | boolean }
  | { type: 'NullLiteral' | 'UndefinedLiteral' };

/** `../orders.[a b]`: how far above, and the steps from there. */
export interface Path {
  type: 'PathExpression';
  /** Whether it began with `@`. */
  data: boolean;
  depth: number;
  parts: readonly unknown[];
  original: string;
}
