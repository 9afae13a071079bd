import {
  binaryOperators,
  constants,
  functions as ownFunctions,
  unaryOperators,
} from './expression-functions.ts';
import { fitItem } from './fit-item.ts';

/*
 * Expressions of a chart as functions, without eval: each node of the syntax tree becomes a closure once, and is called for every row. Vega's
 * own interpreter walks the tree again for each.
 */

/** A node of an expression, as Vega's parser makes it. */
export interface ExpressionNode {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** What Vega's runtime knows of a part of a chart; its functions find more through `this`. */
interface ExpressionContext {
  readonly functions: ExpressionFunctions;
}

export type AnyFunction = (...args: unknown[]) => unknown;
export type ExpressionFunctions = Readonly<Record<string, AnyFunction | undefined>>;

interface Expression {
  readonly ast: ExpressionNode;
}

/** An item of the chart, by its fields. */
type ChartItem = Record<string, unknown>;

/** An event with what Vega has added to it. */
export interface ChartEvent {
  readonly item?: { readonly datum?: unknown } | null | undefined;
  readonly vega?: Readonly<Record<string, AnyFunction>> | undefined;
}

/** Signals and other operators, each under `$` and its name. */
type Parameters = Readonly<Record<string, unknown>>;

/** What Vega asks for where it is given no way to make code: one function for each kind of expression. */
export interface ExpressionCompiler {
  operator(context: ExpressionContext, expression: Expression): (parameters: Parameters) => unknown;
  parameter(
    context: ExpressionContext,
    expression: Expression,
  ): (datum: unknown, parameters: Parameters) => unknown;
  event(context: ExpressionContext, expression: Expression): (event: ChartEvent) => unknown;
  handler(
    context: ExpressionContext,
    expression: Expression,
  ): (parameters: Parameters, event: ChartEvent) => unknown;
  encode(
    context: ExpressionContext,
    encoding: { readonly marktype: string; readonly channels: Readonly<Record<string, Expression>> },
  ): (item: ChartItem, parameters: Parameters) => 0 | 1;
}

/** How the compiler reaches what expressions may see. */
export interface ExpressionAccess {
  /** A member of a value; every access of an expression goes through it. */
  readMember(holder: unknown, name: unknown): unknown;
  /** The functions of a context, as expressions are to see them. */
  functionsOf(functions: ExpressionFunctions): ExpressionFunctions;
}

type Evaluate = (
  parameters: Parameters | undefined,
  datum: unknown,
  event: ChartEvent | undefined,
  item: unknown,
) => unknown;

/** Compiles what an expression is made of. */
export function createExpressionCompiler({ readMember, functionsOf }: ExpressionAccess): ExpressionCompiler {
  const compile = ({ functions }: ExpressionContext, { ast }: Expression) =>
    compileNode(ast, { functions: functionsOf(functions), readMember });
  return {
    operator(context, expression) {
      const evaluate = compile(context, expression);
      return (parameters) => evaluate(parameters, undefined, undefined, undefined);
    },
    parameter(context, expression) {
      const evaluate = compile(context, expression);
      return (datum, parameters) => evaluate(parameters, datum, undefined, undefined);
    },
    event(context, expression) {
      const evaluate = compile(context, expression);
      return (event) => evaluate(undefined, undefined, event, undefined);
    },
    handler(context, expression) {
      const evaluate = compile(context, expression);
      return (parameters, event) => evaluate(parameters, event.item?.datum, event, undefined);
    },
    encode(context, { marktype, channels }) {
      const compiled = Object.entries(channels).map(
        ([name, channel]) => [name, compile(context, channel)] as const,
      );
      return (item, parameters) => {
        const datum = item['datum'];
        let isChanged: 0 | 1 = 0;
        for (const [name, evaluate] of compiled) {
          const value = evaluate(parameters, datum, undefined, item);
          if (item[name] === value) continue;
          item[name] = value;
          isChanged = 1;
        }
        if (marktype !== 'rule') fitItem(item, channels, marktype);
        return isChanged;
      };
    },
  };
}

interface Scope extends Pick<ExpressionAccess, 'readMember'> {
  readonly functions: ExpressionFunctions;
}

const compilers: Readonly<Record<string, (node: ExpressionNode, scope: Scope) => Evaluate>> = {
  Literal: compileLiteral,
  Identifier: ({ name }) => compileIdentifier(String(name)),
  MemberExpression({ object, property, computed }, scope) {
    const { readMember } = scope;
    const holder = compileNode(object, scope);
    if (computed === true) {
      const key = compileNode(property, scope);
      return (...frame) => readMember(holder(...frame), key(...frame));
    }
    const { name } = property as ExpressionNode;
    return (p, d, e, i) => readMember(holder(p, d, e, i), name);
  },
  CallExpression: compileCall,
  ArrayExpression({ elements }, scope) {
    const parts = (elements as unknown[]).map((element) => compileNode(element, scope));
    return (p, d, e, i) => parts.map((part) => part(p, d, e, i));
  },
  BinaryExpression({ operator, left, right }, scope) {
    const compute = binaryOperators[String(operator)] as (a: unknown, b: unknown) => unknown;
    const [first, second] = [compileNode(left, scope), compileNode(right, scope)];
    return (p, d, e, i) => compute(first(p, d, e, i), second(p, d, e, i));
  },
  UnaryExpression({ operator, argument }, scope) {
    const compute = unaryOperators[String(operator)] as (a: unknown) => unknown;
    const value = compileNode(argument, scope);
    return (p, d, e, i) => compute(value(p, d, e, i));
  },
  ConditionalExpression: ({ test, consequent, alternate }, scope) =>
    compileChoice([test, consequent, alternate], scope),
  LogicalExpression({ operator, left, right }, scope) {
    const [first, second] = [compileNode(left, scope), compileNode(right, scope)];
    return operator === '&&'
      ? (p, d, e, i) => first(p, d, e, i) && second(p, d, e, i)
      : (p, d, e, i) => first(p, d, e, i) || second(p, d, e, i);
  },
  ObjectExpression: compileObject,
};

function compileNode(part: unknown, scope: Scope): Evaluate {
  const node = part as ExpressionNode;
  const compile = compilers[node.type];
  if (!compile) throw new Error(`An expression has no ${node.type}`);
  return compile(node, scope);
}

/** A regular expression that counts where it is, as `/a/g` does, is another one for each row. */
function compileLiteral({ value }: ExpressionNode): Evaluate {
  if (value instanceof RegExp && (value.global || value.sticky))
    return () => new RegExp(value.source, value.flags);
  return () => value;
}

function compileIdentifier(name: string): Evaluate {
  if (name === 'datum') return (_parameters, datum) => datum;
  if (name === 'event') return (_parameters, _datum, event) => event;
  if (name === 'item') return (_parameters, _datum, _event, item) => item;
  if (name in constants) {
    const value = constants[name];
    return () => value;
  }
  const key = `$${name}`;
  return (parameters) => parameters?.[key];
}

function compileChoice([test, yes, no]: readonly unknown[], scope: Scope): Evaluate {
  const [condition, first, second] = [test, yes, no].map((part) => compileNode(part, scope)) as [
    Evaluate,
    Evaluate,
    Evaluate,
  ];
  return (p, d, e, i) => (condition(p, d, e, i) ? first(p, d, e, i) : second(p, d, e, i));
}

/** What an event answers itself, as Vega has added it. */
const EVENT_FUNCTIONS = new Set(['view', 'item', 'group', 'xy', 'x', 'y']);

function compileCall(node: ExpressionNode, scope: Scope): Evaluate {
  const args = node['arguments'] as unknown[];
  const name = String((node['callee'] as ExpressionNode)['name']).replace(/^_/, '');
  if (name === 'if') return compileChoice(args, scope);
  const values = args.map((argument) => compileNode(argument, scope));
  if (EVENT_FUNCTIONS.has(name))
    return (p, d, e, i) => e?.vega?.[name]?.(...values.map((value) => value(p, d, e, i)));
  const { functions } = scope;
  const call = functions[name] ?? (ownFunctions[name] as AnyFunction | undefined);
  if (!call || name in Object.prototype) throw new Error(`An expression has no function ${name}`);
  const [first, second] = values;
  // Most have one or two, and are called for every mark.
  if (!first) return () => call.call(functions);
  if (values.length === 1) return (p, d, e, i) => call.call(functions, first(p, d, e, i));
  if (values.length === 2 && second)
    return (p, d, e, i) => call.call(functions, first(p, d, e, i), second(p, d, e, i));
  return (p, d, e, i) =>
    call.apply(
      functions,
      values.map((value) => value(p, d, e, i)),
    );
}

/** The members of every object are no names of a new one's. */
function compileObject({ properties }: ExpressionNode, scope: Scope): Evaluate {
  const members = (properties as { key: ExpressionNode; value: unknown }[]).flatMap(({ key, value }) => {
    const name = String(key.type === 'Identifier' ? key['name'] : key['value']);
    return name in Object.prototype ? [] : [[name, compileNode(value, scope)] as const];
  });
  return (p, d, e, i) => Object.fromEntries(members.map(([name, value]) => [name, value(p, d, e, i)]));
}
