import { MAX_MEMBER_NAME_LENGTH } from '@oriel/contract/limits';
import { QueryError } from './query.ts';

/** Reading of untrusted input; whatever is of another form is refused with its place and what it should be. */
export type Input = Record<string, unknown>;

/** The full name of a member, as queries have it. */
export const MEMBER = /^[A-Za-z_]\w*\.[A-Za-z_]\w*$/;

/** Of a value that is refused, as much is shown. */
const MAX_SHOWN_LENGTH = 100;

/** A refused value as JSON, cut where it is long: an answer repeats no megabyte of its request. */
export function shown(value: unknown): string {
  const short = typeof value === 'string' ? value.slice(0, MAX_SHOWN_LENGTH + 1) : value;
  const text = JSON.stringify(short) ?? String(short);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

/** A refused name in a sentence, cut where it is long. */
export function shownName(name: string): string {
  return name.length > MAX_SHOWN_LENGTH ? `${name.slice(0, MAX_SHOWN_LENGTH)}…` : name;
}

/** The refusal of a part of a query that is of another form than it has to be. */
export function invalid(path: string, message: string, member?: string): QueryError {
  return new QueryError('invalid_query', `Invalid query format: ${message}`, member, path);
}

/**
 * Untrusted input as an object.
 *
 * @throws QueryError for anything else
 */
export function objectOf(input: unknown, path: string, what = path): Input {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Input;
  throw invalid(path, `${what} must be an object`);
}

/**
 * Untrusted input as a list; nothing is an empty one.
 *
 * @throws QueryError for anything else, and for more than `maxItems` entries
 */
export function listOf(input: unknown, path: string, maxItems: number): readonly unknown[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalid(path, `${path} must be a list`);
  if (input.length > maxItems)
    throw invalid(path, `${path} holds at most ${maxItems} entries, not ${input.length}`);
  return input;
}

/**
 * Untrusted input as a text; undefined where there is none.
 *
 * @throws QueryError for anything else, and for more than `maxLength` characters
 */
export function textOf(input: unknown, path: string, maxLength: number): string | undefined {
  if (input === undefined || input === null) return undefined;
  if (typeof input !== 'string') throw invalid(path, `${path} must be a text, not ${shown(input)}`);
  if (input.length > maxLength)
    throw invalid(path, `${path} has at most ${maxLength} characters, not ${input.length}`);
  return input;
}

/**
 * Untrusted input as true or false; nothing is false.
 *
 * @throws QueryError for anything else
 */
export function booleanOf(input: unknown, path: string): boolean {
  if (input === undefined || input === null || typeof input === 'boolean') return input === true;
  throw invalid(path, `${path} is true or false`);
}

/**
 * Untrusted input as a whole number from 0 to `max`.
 *
 * @throws QueryError for anything else
 */
export function countOf(input: unknown, path: string, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof input !== 'number' || !Number.isInteger(input) || input < 0)
    throw invalid(path, `${path} must be a whole number of at least 0, not ${shown(input)}`);
  if (input > max) throw invalid(path, `${path} is at most ${max}, not ${input}`);
  return input;
}

/**
 * Untrusted input as the name of a member, `cube.member`.
 *
 * @throws QueryError for anything else
 */
export function memberOf(input: unknown, path: string): string {
  if (typeof input === 'string' && input.length <= MAX_MEMBER_NAME_LENGTH && MEMBER.test(input)) return input;
  throw invalid(path, `${path} takes names such as orders.count, not ${shown(input)}`);
}

/**
 * Untrusted input as a list of names of members.
 *
 * @throws QueryError for anything else
 */
export function membersOf(input: unknown, path: string, maxItems: number): string[] {
  return listOf(input, path, maxItems).map((name, index) => memberOf(name, `${path}[${index}]`));
}

/**
 * Refuses keys of an object that nothing reads.
 *
 * @param path of the object; empty for the query itself
 * @throws QueryError that names the first one
 */
export function refuseOtherKeys(rest: Input, path: string, what: string, hint = ''): void {
  const [unknown] = Object.keys(rest);
  if (unknown === undefined) return;
  const key = shownName(unknown);
  throw invalid(path === '' ? key : `${path}.${key}`, `${what} has no key ${key}${hint}`);
}
