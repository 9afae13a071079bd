import { parse } from '@handlebars/parser';
import { escapeText } from './escape-text.ts';
import { findName, ownValue, type Scope } from './template-scope.ts';
import { TemplateProblem } from './template-problem.ts';
import type { Block, Call, Expression, Program } from './template-tree.ts';

/*
 * Handlebars without code generation, which the policy of our pages forbids: the parser is theirs, what it finds is walked here.
 * It is strict: a name that is not there is a problem, not an empty text. Values are always escaped.
 */

/** Characters that a report may become, and parts of its template that may be run: loops within loops end here. */
const MAX_OUTPUT = 2_000_000;
const MAX_STEPS = 1_000_000;

/**
 * Expressions of a template, and how deep they may lie in each other: the time of the parser grows with the square of
 * both.
 */
const MAX_EXPRESSIONS = 5_000;
const MAX_DEPTH = 100;

/** What a template calls by name. Arguments are what its author wrote: of any type. */
export type Helper = (...values: readonly unknown[]) => unknown;

interface Run {
  helpers: Readonly<Record<string, Helper>>;
  /** What has been written. */
  parts: string[];
  length: number;
  steps: number;
}

/**
 * Fills a template with values.
 *
 * @param context what its names stand for; only an object's own fields can be reached
 * @throws {@link TemplateProblem} for what is no template, for a name or a helper that is not there, for too long an
 * output
 */
export function runTemplate(
  template: string,
  context: Readonly<Record<string, unknown>>,
  helpers: Readonly<Record<string, Helper>>,
): string {
  checkSize(template);
  const run: Run = { helpers, parts: [], length: 0, steps: 0 };
  try {
    // The tree is plain data, with parts that are told apart by `type`; one of another type is refused.
    runProgram(
      parse(template) as unknown as Program,
      { value: context, data: { root: context }, parent: undefined },
      run,
    );
  } catch (error) {
    if (error instanceof TemplateProblem) throw error;
    // A template that is nested too deep ends the stack.
    if (error instanceof RangeError) throw new TemplateProblem('The template is nested too deep');
    throw new TemplateProblem(error instanceof Error ? error.message : String(error));
  }
  return run.parts.join('');
}

/** @throws {@link TemplateProblem} for a template that takes the parser too long */
function checkSize(template: string): void {
  let depth = 0;
  let count = 0;
  for (const [, expression = ''] of template.matchAll(/\{\{[~\s]*([^{}]*)/g)) {
    count += 1 + expression.split('(').length - 1;
    // `{{^}}` is the other half of a block that is open.
    if (/^(?:#|\^\s*[^\s~])/.test(expression)) depth += 1;
    if (expression.startsWith('/')) depth = Math.max(0, depth - 1);
    if (depth + expression.split('(').length - 1 > MAX_DEPTH)
      throw new TemplateProblem('The template is nested too deep');
  }
  if (count > MAX_EXPRESSIONS) throw new TemplateProblem('The template has too many expressions');
}

function runProgram({ body, blockParams }: Program, scope: Scope, run: Run): void {
  if ((blockParams?.length ?? 0) > 0)
    throw new TemplateProblem('Names for the values of a block (as |…|) are not known');
  for (const statement of body) runStatement(statement, scope, run);
}

function runStatement(statement: Program['body'][number], scope: Scope, run: Run): void {
  run.steps += 1;
  if (run.steps > MAX_STEPS) throw new TemplateProblem('The template does too much');
  switch (statement.type) {
    case 'ContentStatement':
      return write(statement.value, run);
    case 'MustacheStatement':
      if (!statement.escaped) throw new TemplateProblem('Values are always escaped; use {{…}}');
      return write(escapeText(callOf(statement, scope, run)), run);
    case 'BlockStatement':
      return runBlock(statement, scope, run);
    case 'CommentStatement':
      return undefined;
    default:
      throw new TemplateProblem(`A template has no ${statement.type}`);
  }
}

function write(text: string, run: Run): void {
  run.length += text.length;
  if (run.length > MAX_OUTPUT) throw new TemplateProblem('The report is too long to be shown');
  run.parts.push(text);
}

/** The value of a name, or of a helper with its arguments. */
function callOf({ path, params, hash }: Call, scope: Scope, run: Run): unknown {
  if ((hash?.pairs.length ?? 0) > 0) throw new TemplateProblem('Arguments with names are not known');
  const name = path.type === 'PathExpression' ? path.original : undefined;
  const helper = name === undefined ? undefined : ownValue(run.helpers, name);
  if (typeof helper === 'function') {
    run.steps += 1;
    return (helper as Helper)(...params.map((param) => valueOf(param, scope, run)));
  }
  if (params.length > 0) throw new TemplateProblem(`There is no helper ${String(name)}`);
  return valueOf(path, scope, run);
}

function valueOf(expression: Expression, scope: Scope, run: Run): unknown {
  switch (expression.type) {
    case 'StringLiteral':
    case 'NumberLiteral':
    case 'BooleanLiteral':
      return expression.value;
    case 'NullLiteral':
      return null;
    case 'UndefinedLiteral':
      return undefined;
    case 'SubExpression':
      return callOf(expression, scope, run);
    case 'PathExpression':
      return findName(expression, scope);
    default:
      expression satisfies never;
      throw new TemplateProblem('A template has no such expression');
  }
}

function runBlock({ path, params, program, inverse }: Block, scope: Scope, run: Run): void {
  const name = path.type === 'PathExpression' ? path.original : '';
  const [first] = params;
  if (!first || params.length !== 1) throw new TemplateProblem(`The block ${name} takes one value`);
  const value = valueOf(first, scope, run);
  const otherwise = () => inverse && runProgram(inverse, scope, run);
  switch (name) {
    case 'if':
      return isTruthy(value) ? program && runProgram(program, scope, run) : otherwise();
    case 'unless':
      return isTruthy(value) ? otherwise() : program && runProgram(program, scope, run);
    case 'with':
      return isTruthy(value)
        ? program && runProgram(program, { value, data: scope.data, parent: scope }, run)
        : otherwise();
    case 'each':
      return runEach(value, { program, otherwise }, scope, run);
    default:
      throw new TemplateProblem(`There is no block ${name}`);
  }
}

interface Loop {
  program: Program | undefined;
  otherwise(): void;
}

function runEach(value: unknown, { program, otherwise }: Loop, scope: Scope, run: Run): void {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return otherwise();
  for (const [index, [key, item]] of entries.entries()) {
    run.steps += 1;
    const place = { index, key, first: index === 0, last: index === entries.length - 1 };
    if (program) runProgram(program, { value: item, data: { ...scope.data, ...place }, parent: scope }, run);
  }
}

/** As in Handlebars: an empty list is nothing, and so is 0. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
