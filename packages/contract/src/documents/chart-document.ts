import type { FieldIssue } from '../errors.ts';
import { MAX_BODY_DEPTH } from '../limits.ts';

/*
 * A chart is drawn from the rows of its report and nothing else. Its document, Vega-Lite or what that compiles to, is an
 * author's: here is what no document may say, wherever in it. The server refuses it when a report is stored, the page before it
 * draws one that was stored before.
 */

/** Faults that are told of one document; an author mends these first. */
const MAX_FAULTS = 20;

/** Keys under which a document would name something outside of itself. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'href']);

/** Keys that JavaScript gives a meaning of its own. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** What an input of a chart may say of itself: Vega makes an attribute of the element of whatever else there is. */
const INPUT_FIELDS: ReadonlySet<string> = new Set([
  'input',
  'name',
  'options',
  'labels',
  'min',
  'max',
  'step',
  'debounce',
  'placeholder',
  'signal',
]);

const INPUTS: ReadonlySet<unknown> = new Set([
  'checkbox',
  'color',
  'date',
  'datetime-local',
  'month',
  'number',
  'radio',
  'range',
  'select',
  'text',
  'time',
  'week',
]);

const MESSAGES = {
  address: 'must not be there: a chart gets the rows of its report, and loads or links nothing',
  reserved: 'is a name that no document may use',
  cursor: 'must be the name of a cursor, such as "pointer"',
  cursorParameter: 'must not be "cursor", which would set that of the page',
  inputField: `is not known of an input; there are ${[...INPUT_FIELDS].slice(0, -1).join(', ')}`,
  input: `must be one of ${[...INPUTS].join(', ')}`,
  depth: `must not be nested more than ${MAX_BODY_DEPTH} levels deep`,
  text: 'must be a Vega-Lite document as JSON',
};

/**
 * Finds what reaches beyond a chart in its document: addresses of data, pictures and links, inputs that stand elsewhere
 * or are more than inputs, cursors that are pictures. Rows that the document holds itself (`data.values`, `datasets`)
 * and its `usermeta` may have any keys.
 *
 * @param document Vega-Lite or Vega, as an object or as JSON text
 * @param path of the document within its request; empty for faults with paths from the document
 * @returns at most 20 faults with their paths, as in `layer[0].data.url`; none for a document that may be drawn
 */
export function findChartFaults(document: unknown, path = ''): FieldIssue[] {
  const faults: FieldIssue[] = [];
  const parsed = typeof document === 'string' ? parse(document) : document;
  if (parsed === undefined) faults.push({ path, message: MESSAGES.text });
  else visit(parsed, { path, depth: 0, holders: [] }, faults);
  return faults;
}

/** A text that a browser would read as an address, or as one on the same server. */
const ADDRESS = /^\s*(?:[a-z][a-z\d+.-]*:\/\/|\/\/|\\\\|(?:data|blob|file|javascript|vbscript):)/i;

/**
 * Finds addresses in what says how a map or a flow is drawn: values that are some, and names of fields that would hold
 * one.
 *
 * @param path of the document within its request
 * @returns at most 20 faults with their paths
 */
export function findAddresses(document: object, path = ''): FieldIssue[] {
  const faults: FieldIssue[] = [];
  visitForAddresses(document, { path, depth: 0, holders: [] }, faults);
  return faults;
}

function visitForAddresses(node: unknown, place: Place, faults: FieldIssue[]): void {
  const { path, depth, holders } = place;
  if (faults.length >= MAX_FAULTS) return;
  if (typeof node === 'string' && ADDRESS.test(node)) tell(faults, path, MESSAGES.address);
  if (typeof node !== 'object' || node === null) return;
  if (depth >= MAX_BODY_DEPTH) return tell(faults, path, MESSAGES.depth);
  for (const [key, value] of Object.entries(node)) {
    const at = Array.isArray(node) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (ADDRESSES.has(key.toLowerCase()) || key.toLowerCase() === 'src') tell(faults, at, MESSAGES.address);
    else if (RESERVED.has(key)) tell(faults, at, MESSAGES.reserved);
    else visitForAddresses(value, { path: at, depth: depth + 1, holders }, faults);
  }
}

/** Undefined for a text that is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where a part of a document is. */
interface Place {
  path: string;
  depth: number;
  /** The keys that lead to it, without positions in lists. */
  holders: readonly string[];
}

function visit(node: unknown, place: Place, faults: FieldIssue[]): void {
  if (typeof node !== 'object' || node === null || faults.length >= MAX_FAULTS) return;
  if (place.depth >= MAX_BODY_DEPTH) return tell(faults, place.path, MESSAGES.depth);
  const { path, depth, holders } = place;
  if (Array.isArray(node)) {
    for (const [index, part] of node.entries())
      visit(part, { path: `${path}[${index}]`, depth: depth + 1, holders }, faults);
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    if (isData(key, holders)) continue;
    const at = { path: path === '' ? key : `${path}.${key}`, depth: depth + 1, holders: [...holders, key] };
    checkKey(key, value, at, faults);
    visit(value, at, faults);
  }
}

/** `values` of data, `datasets` and `usermeta`: nothing in them is read as a part of the document. */
function isData(key: string, holders: readonly string[]): boolean {
  return holders.length === 0
    ? key === 'datasets' || key === 'usermeta'
    : key === 'values' && holders.at(-1) === 'data';
}

function checkKey(key: string, value: unknown, { path, holders }: Place, faults: FieldIssue[]): void {
  if (ADDRESSES.has(key)) tell(faults, path, MESSAGES.address);
  if (RESERVED.has(key)) tell(faults, path, MESSAGES.reserved);
  if (key === 'bind') checkBinding(value, path, faults);
  if (key === 'cursor') checkCursor(value, path, faults);
  // A parameter of Vega-Lite and a signal of Vega set the cursor by this name.
  const isParameter = /^(params|signals)$/.test(holders.at(-2) ?? '');
  if (key === 'name' && value === 'cursor' && isParameter) tell(faults, path, MESSAGES.cursorParameter);
}

/** A binding is the name of one, an input, or an input for each field. */
function checkBinding(binding: unknown, path: string, faults: FieldIssue[], isNested = false): void {
  if (typeof binding !== 'object' || binding === null) return;
  for (const [key, value] of Object.entries(binding)) {
    const at = `${path}.${key}`;
    const isField = !isNested && typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isField) checkBinding(value, at, faults, true);
    else if (key === 'input' && !INPUTS.has(value)) tell(faults, at, MESSAGES.input);
    else if (!INPUT_FIELDS.has(key) && !isEventBinding(key, value)) tell(faults, at, MESSAGES.inputField);
  }
}

/** `{"legend": "dblclick"}`: a legend that answers to an event of its own. */
function isEventBinding(key: string, value: unknown): boolean {
  return key === 'legend' && typeof value === 'string';
}

/** In Vega a value, alone or by condition; an expression could make a picture of it. */
function checkCursor(cursor: unknown, path: string, faults: FieldIssue[]): void {
  for (const option of Array.isArray(cursor) ? (cursor as unknown[]) : [cursor]) {
    const value: unknown =
      typeof option === 'object' && option !== null && 'value' in option ? option.value : option;
    const hasMore =
      typeof option === 'object' &&
      option !== null &&
      Object.keys(option).some((key) => !/^(value|test)$/.test(key));
    const isName = value === null || (typeof value === 'string' && /^[a-z-]+$/.test(value));
    if (!isName || hasMore) tell(faults, path, MESSAGES.cursor);
  }
}

function tell(faults: FieldIssue[], path: string, message: string): void {
  if (!faults.some((fault) => fault.path === path) && faults.length < MAX_FAULTS)
    faults.push({ path, message });
}
