import { splitAccessPath } from 'vega';
import type { expressionInterpreter } from 'vega-interpreter';
import { Bounds, Item } from 'vega-scenegraph';

/*
 * Expressions of a chart's author see rows, items of the chart and plain facts of an event. Vega hands them the browser's own
 * events and its scene, from which members lead to the page: `event.view.document`, `item.mark.group.context.dataflow._el`.
 * Here every access to a member goes through `readMember`, an event is a copy of what may be known of it, and what is read by
 * path, as fields of rows are, is never an item.
 */

/** A node of an expression, as Vega's parser makes it. */
interface Node {
  type: string;
  [part: string]: unknown;
}

interface Context {
  functions: Record<string, unknown>;
}

interface Expression {
  ast: Node;
}

interface Encoding {
  channels: Record<string, Expression>;
}

/** What the interpreter makes of an expression, and the functions that expressions call. */
type AnyFunction = (...args: unknown[]) => unknown;

/** The function that a member access becomes; Vega's parser lets no expression name it. */
const MEMBER = 'oriel:member';

/** Interprets the expressions of a chart, as Vega's own does. */
export type Interpreter = typeof expressionInterpreter;

/** The interpreter over expressions that see no more than what is said above. */
export function confineExpressions(interpreter: Interpreter) {
  const interpret = (kind: keyof Interpreter, context: Context, expression: object) =>
    // Each of them gives a function.
    interpreter[kind](confine(context), expression) as AnyFunction;
  return {
    operator: (context: Context, { ast }: Expression) => interpret('operator', context, { ast: guard(ast) }),
    /** What a transform asks of a row, and puts into it. */
    parameter(context: Context, { ast }: Expression): AnyFunction {
      const read = interpret('parameter', context, { ast: guard(ast) });
      return (...args) => rowData(read(...args));
    },
    event(context: Context, { ast }: Expression) {
      const filter = interpret('event', context, { ast: guard(ast) });
      return (event: VegaEvent) => filter(copyEvent(event));
    },
    handler(context: Context, { ast }: Expression) {
      const handle = interpret('handler', context, { ast: guard(ast) });
      return (parameters: unknown, event: VegaEvent) => handle(parameters, copyEvent(event));
    },
    encode(context: Context, encoding: Encoding) {
      const channels = Object.entries(encoding.channels).map(([name, { ast }]) => [
        name,
        { ast: guard(ast) },
      ]);
      return interpret('encode', context, { ...encoding, channels: Object.fromEntries(channels) as unknown });
    },
    /** How fields of rows are read. */
    codegen: { get: readPath },
  };
}

const confinedContexts = new WeakMap<object, Context>();

/** A context once; each part of a chart has one of its own. */
function confine({ functions }: Context): Context {
  const made = confinedContexts.get(functions) ?? { functions: confineFunctions(functions) };
  confinedContexts.set(functions, made);
  return made;
}

/** The functions of expressions; those that read or write by path get rows alone. */
function confineFunctions(functions: Context['functions']): Context['functions'] {
  const own: Record<string, unknown> = Object.create(functions);
  for (const [name, confined] of Object.entries(ROW_FUNCTIONS)) {
    const original = functions[name] as AnyFunction;
    own[name] = function (this: unknown, ...args: unknown[]): unknown {
      return original.apply(this, confined(args));
    };
  }
  own['pluck'] = pluck;
  own[MEMBER] = readMember;
  return own;
}

/** What those functions are given. */
const ROW_FUNCTIONS: Readonly<Record<string, (args: readonly unknown[]) => unknown[]>> = {
  modify: (args) => args.map(rowData),
  setdata: (args) => args.map(rowData),
  // Asked of every row at every change, and what is in a row has been looked at.
  vlSelectionTest: ([name, row, ...rest]) => [name, isOfScene(row) ? {} : row, ...rest],
  vlSelectionTuples: ([items, ...rest]) => [
    Array.isArray(items) ? items.map((item) => ({ datum: rowData(readMember(item, 'datum')) ?? {} })) : [],
    ...rest,
  ],
};

function pluck(rows: unknown, field: string): unknown {
  const read = readPath(splitAccessPath(field));
  return Array.isArray(rows) ? rows.map(read) : read(rows);
}

/** The member of a member, and so on. */
function readPath(path: readonly string[]): (holder: unknown) => unknown {
  const [only = ''] = path;
  return path.length === 1
    ? (holder) => readMember(holder, only)
    : (holder) => path.reduce<unknown>(readMember, holder);
}

/** The expression with a call of {@link MEMBER} in the place of each access to a member. */
function guard(node: Node): Node {
  if (node.type === 'MemberExpression') {
    const { object, property, computed } = node as Node & { object: Node; property: Node };
    const key = computed === true ? guard(property) : { type: 'Literal', value: property['name'] };
    const callee = { type: 'Identifier', name: MEMBER };
    return { type: 'CallExpression', callee, arguments: [guard(object), key] };
  }
  return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, guardPart(part)])) as Node;
}

function guardPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(guardPart);
  return isNode(part) ? guard(part) : part;
}

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string';

/** A member that an object has itself, where its value is data or an item of the chart; undefined for any other, and of nothing. */
export function readMember(holder: unknown, name: unknown): unknown {
  if (holder === undefined || holder === null) return undefined;
  const key = String(name);
  const object = Object(holder) as Record<string, unknown>;
  if (!Object.hasOwn(object, key)) return undefined;
  const value = object[key];
  return isData(value) ? value : undefined;
}

/** A value that rows may have, as it is; undefined for any with an item of the chart in it. */
function rowData(value: unknown): unknown {
  return isRowData(value, 0) ? value : undefined;
}

/** Rows of data are flat, and hold places of a map at the most; scenes are deeper and lead back into themselves. */
const MAX_ROW_DEPTH = 8;

function isRowData(value: unknown, depth: number): boolean {
  // Selections keep functions beside the names of fields; no expression gets one.
  if (typeof value !== 'object' || value === null) return true;
  if (!isData(value) || isOfScene(value) || depth > MAX_ROW_DEPTH) return false;
  return Object.values(value).every((part) => isRowData(part, depth + 1));
}

/** Whether a value is an item of the chart, or a mark that holds some. */
function isOfScene(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value instanceof Item || 'marktype' in value);
}

function isData(value: unknown): boolean {
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    return true;
  if (DATA_CLASSES.some((type) => value instanceof type)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || (prototype === null && value !== Object.prototype);
}

const DATA_CLASSES = [Item, Bounds, Date, RegExp] as const;

/** An event of the browser that Vega has added to, or one of Vega's own. */
interface VegaEvent {
  item?: unknown;
  vega?: object;
  touches?: Iterable<object>;
  changedTouches?: Iterable<object>;
  [field: string]: unknown;
}

const EVENT_FIELDS =
  'type detail timeStamp timestamp elapsed pointerType isPrimary altKey ctrlKey metaKey shiftKey button buttons ' +
  'clientX clientY pageX pageY screenX screenY offsetX offsetY x y movementX movementY deltaX deltaY deltaMode';

/** What an expression may know of an event. */
function copyEvent(event: VegaEvent): unknown {
  const { item, touches, changedTouches } = event;
  return {
    ...fieldsOf(event),
    ...(touches && { touches: [...touches].map(fieldsOf) }),
    ...(changedTouches && { changedTouches: [...changedTouches].map(fieldsOf) }),
    item,
    // The view itself leads to the page.
    vega: { ...event.vega, view: () => undefined },
  };
}

function fieldsOf(event: object): Record<string, unknown> {
  const all = event as Record<string, unknown>;
  const present = EVENT_FIELDS.split(' ').filter((name) => name in all && typeof all[name] !== 'object');
  return Object.fromEntries(present.map((name) => [name, all[name]]));
}
