import { limits, type FieldIssue } from '@oriel/contract';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { cutText } from '../../cut-text.ts';

/** An answer that meets its schema, and what had to go for that. */
interface RepairedAnswer {
  answer: unknown;
  /** What did not meet the schema, by its path in the answer as it was. */
  damage: FieldIssue[];
}

/**
 * An answer that is still faulty after as many cuts in one record is given up: it is no record with a fault but
 * something else.
 */
const MAX_ROUNDS = 1_000;

/**
 * Takes out of an answer what does not meet its schema, so that one stored row that is wrong does not cost the list
 * that holds it. What is wrong becomes null; where null is no value, an object or a list becomes an empty one; else the
 * field goes, then what holds it; an entry of a list goes alone. The record (the answer, or the entry of its list, by
 * its `id`) says so in `damaged`, with paths from the record.
 *
 * @throws a plain error where nothing is left that meets the schema
 */
export function repairAnswer(validate: ValidateFunction, faulty: unknown): RepairedAnswer {
  const answer = structuredClone(faulty);
  const original = createOriginalPlaces();
  const cuts: Cut[] = [];
  for (let round = 0; !validate(answer); round += 1) {
    const faults = deepestOfEach(validate.errors ?? []);
    const [first] = faults;
    if (!first || first.steps.length === 0 || round === MAX_ROUNDS)
      throw new Error(`The answer does not meet its schema: ${first?.message ?? 'it cannot be told why'}`);
    for (const fault of faults) cuts.push(cut(answer, fault, original));
  }
  const damage = cuts
    .filter((one, index) => !cuts.some((other, at) => replaces(other, one, at > index)))
    .sort((one, other) => toText(one.path).localeCompare(toText(other.path), 'en', { numeric: true }));
  for (const one of damage) tellRecord(one);
  return { answer, damage: damage.map(({ path, message }) => ({ path: toText(path), message })) };
}

interface Fault {
  steps: string[];
  message: string;
  /** What is wanted where no null may stand. */
  empty: object | undefined;
}

/** Steps of a path as it was before anything went out of the lists on it. */
type Path = (string | number)[];

interface Cut {
  path: Path;
  message: string;
  /** What says of itself that it is damaged. */
  record: Node;
  /** How many steps lead to the record. */
  depth: number;
}

type Node = Record<string, unknown> | unknown[];

/**
 * The fault that lies deepest in each entry of the answer's lists, and elsewhere: mending it may mend those above,
 * which a choice with null tells as well. Entries that come later are first, so that one that goes moves none that is
 * still to be cut.
 */
function deepestOfEach(errors: readonly ErrorObject[]): Fault[] {
  const found = new Map<string, Fault>();
  for (const error of errors) {
    const fault = toFault(error);
    const key = entryOf(fault);
    const known = found.get(key);
    if (!known || fault.steps.length > known.steps.length) found.set(key, fault);
  }
  const isAboveAnother = ({ steps: [field, index] }: Fault) =>
    index === undefined && [...found.values()].some(({ steps }) => steps.length > 1 && steps[0] === field);
  return [...found.values()]
    .filter((fault) => found.size === 1 || (fault.steps.length > 0 && !isAboveAnother(fault)))
    .sort((one, other) => Number(other.steps[1]) - Number(one.steps[1]) || 0);
}

function toFault(error: ErrorObject): Fault {
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer);
  // What is not declared goes by itself; where something is missing, what misses it is at fault.
  const extra: unknown = error.params['additionalProperty'];
  if (typeof extra === 'string') steps.push(extra);
  return { steps, message: error.message ?? 'is not valid', empty: emptyOf(error) };
}

/** The entry of a list of the answer that a fault is in; of anything else its field. */
function entryOf({ steps: [field = '', index] }: Fault): string {
  return index !== undefined && /^\d+$/.test(index) ? `${field}/${index}` : field;
}

function emptyOf({ keyword, params }: ErrorObject): object | undefined {
  if (keyword !== 'type') return undefined;
  if (params['type'] === 'array') return [];
  return params['type'] === 'object' ? {} : undefined;
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function cut(answer: unknown, fault: Fault, original: OriginalPlaces): Cut {
  const { steps, message } = fault;
  // Errors lead through objects and lists of the answer to what is wrong.
  let holder = answer as Node;
  let record = holder;
  let depth = 0;
  const path: Path = [];
  for (const [index, step] of steps.entries()) {
    path.push(Array.isArray(holder) ? original.of(holder, Number(step)) : step);
    if (index === steps.length - 1) break;
    const next = (holder as Record<string, unknown>)[step] as Node;
    if (!isRecord(record) && isRecord(next)) [record, depth] = [next, index + 1];
    holder = next;
  }
  remove(holder, fault, original);
  return { path, message, record, depth };
}

/** The first thing with an id on the way to a fault: the answer, or the entry of the answer's list. */
function isRecord(node: Node): boolean {
  return !Array.isArray(node) && 'id' in node;
}

function remove(holder: Node, { steps, empty }: Fault, original: OriginalPlaces): void {
  const key = steps.at(-1) ?? '';
  if (Array.isArray(holder)) {
    original.forget(holder, Number(key));
    holder.splice(Number(key), 1);
    return;
  }
  const value = holder[key];
  if (value === null && empty) {
    empties.add(empty);
    holder[key] = empty;
  } else if (value === null || empties.has(value as object)) delete holder[key];
  else holder[key] = null;
}

/** What was put in already: where it is wrong as well, nothing else is left to try. */
const empties = new WeakSet();

/** Whether a cut says all that another says: it took away what holds the other, or went on where the other began. */
function replaces(other: Cut, one: Cut, isLater: boolean): boolean {
  const isAbove = other.path.every((step, index) => step === one.path[index]);
  return isAbove && (other.path.length < one.path.length ? isLater : !isLater && other !== one);
}

function tellRecord({ record, depth, path, message }: Cut): void {
  if (Array.isArray(record)) return;
  const damaged = (record['damaged'] ??= []) as FieldIssue[];
  // A reader needs no more to see that it is.
  if (damaged.length < limits.MAX_ISSUES) damaged.push({ path: toText(path.slice(depth)), message });
}

/** Keys of documents are their authors' own, of any length. */
function toText(path: Path): string {
  const whole = path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
  return cutText(whole, limits.MAX_ISSUE_PATH_LENGTH);
}

/** Remembers where the entries of lists were before some of them went. */
interface OriginalPlaces {
  of(list: unknown[], index: number): number;
  forget(list: unknown[], index: number): void;
}

function createOriginalPlaces(): OriginalPlaces {
  const places = new Map<unknown[], number[]>();
  const placesOf = (list: unknown[]) => {
    const known = places.get(list) ?? [...list.keys()];
    places.set(list, known);
    return known;
  };
  return {
    of: (list, index) => placesOf(list)[index] ?? index,
    forget: (list, index) => void placesOf(list).splice(index, 1),
  };
}
