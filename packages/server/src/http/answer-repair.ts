import type { FieldIssue } from '@oriel/contract';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';

/** An answer that meets its schema, and what had to go for that. */
export interface RepairedAnswer {
  answer: unknown;
  /** What did not meet the schema, by its path in the answer as it was. */
  damage: FieldIssue[];
}

/** An answer with more faults than this is given up: it is not a record with a fault but something else. */
const MAX_CUTS = 1_000;

/**
 * Takes out of an answer what does not meet its schema, so that one stored row that is wrong does not cost the list that
 * holds it. What is wrong becomes null; where null is no value, an object or a list becomes an empty one; else the field goes,
 * then what holds it; an entry of a list goes alone. The record (the answer, or the entry of its list, by its `id`) says so in `damaged`, with paths from the record.
 *
 * @throws a plain error where nothing is left that meets the schema
 */
export function repairAnswer(validate: ValidateFunction, faulty: unknown): RepairedAnswer {
  const answer = structuredClone(faulty);
  const original = createOriginalPlaces();
  const cuts: Cut[] = [];
  while (!validate(answer)) {
    const fault = deepest(validate.errors ?? []);
    if (!fault || fault.steps.length === 0 || cuts.length === MAX_CUTS)
      throw new Error(`The answer does not meet its schema: ${fault?.message ?? 'it cannot be told why'}`);
    cuts.push(cut(answer, fault, original));
  }
  const damage = cuts.filter((one, index) => !cuts.some((other, at) => replaces(other, one, at > index)));
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

/** The fault that lies deepest: mending it may mend those above, which a choice with null tells as well. */
function deepest(errors: readonly ErrorObject[]): Fault | undefined {
  let found: Fault | undefined;
  for (const error of errors) {
    const steps = error.instancePath.split('/').slice(1).map(unescapePointer);
    // What is not declared goes by itself; where something is missing, what misses it is at fault.
    const extra: unknown = error.params['additionalProperty'];
    if (typeof extra === 'string') steps.push(extra);
    if (!found || steps.length > found.steps.length)
      found = { steps, message: error.message ?? 'is not valid', empty: emptyOf(error) };
  }
  return found;
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
  damaged.push({ path: toText(path.slice(depth)), message });
}

function toText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
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
