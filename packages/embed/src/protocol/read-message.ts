import { actionId, actionPayloads, type EmbedAction } from './actions.ts';
import { brands, type Brand } from './brand.ts';
import { finiteNumber, Misfit, type Check } from './check.ts';
import { eventPayloads, surfaceCheck, type EmbedEvent } from './events.ts';
import { findExcess, isPlainObject, ownField } from './plain-data.ts';

/** What an untrusted message turned out to be. */
export type Reading<T> =
  /** Not ours, or of the other direction: ignore it. */
  | { readonly kind: 'foreign' }
  /** Ours, but unusable; `problem` is a sentence for the developer of the other end. */
  | { readonly kind: 'malformed'; readonly problem: string }
  | { readonly kind: 'read'; readonly message: T };

const foreign = { kind: 'foreign' } as const;

/** Reads the `data` of a message as an event of a surface. Runs no code of the message and never throws. */
export function readEvent(data: unknown, brand: Brand): Reading<EmbedEvent> {
  return read(data, brand, 'event', (envelope, name) => {
    const type = findName(eventPayloads, name, 'event');
    const payload = readPayload(eventPayloads[type], envelope);
    const timestamp = finiteNumber.read(ownField(envelope, 'timestamp'), 'timestamp');
    const surface = surfaceCheck.read(ownField(envelope, 'surface'), 'surface');
    // The payload was read by the check of this very type, which is what the union says.
    return { type, payload, timestamp, surface } as EmbedEvent;
  });
}

/** The brand of a surface's event, whether the rest of it can be used or not; undefined for what is none. */
export function brandOfEvent(data: unknown): keyof typeof brands | undefined {
  const names = Object.keys(brands) as (keyof typeof brands)[];
  return names.find((name) => readEvent(data, brands[name]).kind !== 'foreign');
}

/** Reads the `data` of a message as an action of a host. Runs no code of the message and never throws. */
export function readAction(data: unknown, brand: Brand): Reading<EmbedAction> {
  return read(data, brand, 'action', (envelope, name) => {
    const type = findName(actionPayloads, name, 'action');
    const id = actionId.read(ownField(envelope, 'id'), 'id');
    const payload = readPayload(actionPayloads[type], envelope);
    // The payload was read by the check of this very type, which is what the union says.
    return { type, payload, ...(id !== undefined && { id }) } as EmbedAction;
  });
}

/**
 * The id of an action that cannot be read as a whole, so that its host can be answered; undefined without a usable one.
 */
export function readActionId(data: unknown): string | undefined {
  try {
    return isPlainObject(data) ? actionId.read(ownField(data, 'id'), 'id') : undefined;
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}

/** The event in a message's `data`, or undefined when there is none that can be used. Brand: default `svc`. */
export function parseEvent(data: unknown, brand: Brand = brands.svc): EmbedEvent | undefined {
  const reading = readEvent(data, brand);
  return reading.kind === 'read' ? reading.message : undefined;
}

/** The action in a message's `data`, or undefined when there is none that can be used. Brand: default `svc`. */
export function parseAction(data: unknown, brand: Brand = brands.svc): EmbedAction | undefined {
  const reading = readAction(data, brand);
  return reading.kind === 'read' ? reading.message : undefined;
}

function read<T>(
  data: unknown,
  brand: Brand,
  direction: 'event' | 'action',
  open: (envelope: object, name: string) => T,
): Reading<T> {
  if (!isPlainObject(data) || ownField(data, 'source') !== brand.source) return foreign;
  if (ownField(data, 'direction') !== direction) return foreign;
  const excess = findExcess(data);
  if (excess !== undefined) return { kind: 'malformed', problem: `The ${direction} is too big: ${excess}` };
  try {
    return { kind: 'read', message: open(data, bareName(ownField(data, 'type'), brand, direction)) };
  } catch (error) {
    if (error instanceof Misfit) return { kind: 'malformed', problem: error.message };
    throw error;
  }
}

function bareName(type: unknown, brand: Brand, direction: string): string {
  const prefix = `${brand.prefix}${direction}:`;
  if (typeof type !== 'string' || !type.startsWith(prefix))
    throw new Misfit(`type must begin with ${prefix}`);
  return type.slice(prefix.length);
}

function findName<T extends string>(table: Record<T, unknown>, name: string, direction: string): T {
  // Object.keys is typed string[]; the keys of this record are T.
  const known = Object.keys(table) as T[];
  const match = known.find((candidate) => candidate === name);
  if (match !== undefined) return match;
  throw new Misfit(
    `The ${direction} ${JSON.stringify(name.slice(0, 60))} does not exist; known are ${known.join(', ')}`,
  );
}

/** A missing payload counts as an empty one: it fits where every field is optional. */
function readPayload(check: Check<unknown>, envelope: object): unknown {
  return check.read(ownField(envelope, 'payload') ?? {}, 'payload');
}

/**
 * Checks what our own side is about to say, so that a mistake shows where it was made and not in the other window.
 * Returns the clean payload, as the check of that name in the table returns it.
 *
 * @throws TypeError that names the unknown event or action, or the field and the rule.
 */
export function requirePayload(
  table: Readonly<Record<string, Check<unknown>>>,
  name: string,
  payload: unknown,
  direction: 'event' | 'action',
): unknown {
  requireName(table, name, direction);
  const excess = findExcess(payload);
  if (excess !== undefined) throw new TypeError(`The ${direction} ${name} is too big: ${excess}`);
  return asTypeError(`The ${direction} ${name} does not fit`, () => table[name]?.read(payload, 'payload'));
}

/**
 * Makes sure that an event or action of this name exists: callers in plain JavaScript have no types to tell them.
 *
 * @throws TypeError that lists the known names.
 */
export function requireName(
  table: Readonly<Record<string, unknown>>,
  name: string,
  direction: 'event' | 'action',
): void {
  asTypeError('The name is wrong', () => findName(table, name, direction));
}

function asTypeError<T>(what: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof Misfit) throw new TypeError(`${what}: ${error.message}`, { cause: error });
    throw error;
  }
}
