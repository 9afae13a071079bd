import { splitAccessPath } from 'vega';
import { Bounds, Item } from 'vega-scenegraph';
import {
  createExpressionCompiler,
  type AnyFunction,
  type ChartEvent,
  type ExpressionAccess,
  type ExpressionCompiler,
  type ExpressionFunctions,
} from './expression-compiler.ts';

/*
 * Expressions of a chart's author see rows, items of the chart and plain facts of an event. Vega hands them the browser's own
 * events and its scene, from which members lead to the page: `event.view.document`, `item.mark.group.context.dataflow._el`.
 * Here every access to a member goes through `readMember`, an event is a copy of what may be known of it, and what is read by
 * path, as fields of rows are, is never an item.
 */

/**
 * Compiles expressions that see no more than what is said above.
 *
 * @param inClock the functions of a context with the clock of the chart
 */
export function confineExpressions(inClock: ExpressionAccess['functionsOf']) {
  const { operator, parameter, event, handler, encode } = createExpressionCompiler({
    readMember,
    functionsOf: (functions) => confineFunctions(inClock(functions)),
  });
  return {
    operator,
    encode,
    /** What a transform asks of a row, and puts into it. */
    parameter(context, expression) {
      const read = parameter(context, expression);
      return (datum, parameters) => rowData(read(datum, parameters));
    },
    event(context, expression) {
      const filter = event(context, expression);
      return (heard) => filter(copyEvent(heard as VegaEvent));
    },
    handler(context, expression) {
      const handle = handler(context, expression);
      return (parameters, heard) => handle(parameters, copyEvent(heard as VegaEvent));
    },
    /** How fields of rows are read. */
    codegen: { get: readPath },
  } satisfies ExpressionCompiler & { codegen: object };
}

const confined = new WeakMap<ExpressionFunctions, ExpressionFunctions>();

/** The functions of expressions, once for each part of a chart; those that read or write by path get rows alone. */
function confineFunctions(functions: ExpressionFunctions): ExpressionFunctions {
  const known = confined.get(functions);
  if (known) return known;
  const own = Object.create(functions) as Record<string, AnyFunction>;
  for (const [name, confinedArgs] of Object.entries(ROW_FUNCTIONS)) {
    const original = functions[name];
    own[name] = function (this: unknown, ...args: unknown[]): unknown {
      return original?.apply(this, confinedArgs(args));
    };
  }
  own['pluck'] = pluck as AnyFunction;
  confined.set(functions, own);
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

/**
 * A member that an object has itself, where its value is data or an item of the chart; undefined for any other, and of
 * nothing.
 */
function readMember(holder: unknown, name: unknown): unknown {
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
  item?: ChartEvent['item'];
  vega?: ChartEvent['vega'];
  touches?: Iterable<object>;
  changedTouches?: Iterable<object>;
  [field: string]: unknown;
}

const EVENT_FIELDS =
  'type detail timeStamp timestamp elapsed pointerType isPrimary altKey ctrlKey metaKey shiftKey button buttons ' +
  'clientX clientY pageX pageY screenX screenY offsetX offsetY x y movementX movementY deltaX deltaY deltaMode';

/** What an expression may know of an event. */
function copyEvent(event: VegaEvent): ChartEvent {
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
