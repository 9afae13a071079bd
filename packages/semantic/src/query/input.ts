import { QueryError } from './query.ts';

/** Reading of untrusted input; whatever is of another form is refused with its place and what it should be. */
export type Input = Record<string, unknown>;

/** The full name of a member, as queries have it. */
export const MEMBER = /^[A-Za-z_]\w*\.[A-Za-z_]\w*$/;

/**
 * Untrusted input as an object.
 *
 * @throws QueryError for anything else
 */
export function objectOf(input: unknown, what: string): Input {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Input;
  throw new QueryError('invalid_query', `Invalid query format: ${what} must be an object`);
}

/**
 * Untrusted input as a list; nothing is an empty one.
 *
 * @throws QueryError for anything else
 */
export function listOf(input: unknown, what: string): unknown[] {
  if (input === undefined || input === null) return [];
  if (Array.isArray(input)) return input;
  throw new QueryError('invalid_query', `Invalid query format: ${what} must be a list`);
}

/**
 * Untrusted input as a text; undefined where there is none.
 *
 * @throws QueryError for anything else
 */
export function textOf(input: unknown, what: string): string | undefined {
  if (input === undefined || input === null) return undefined;
  if (typeof input === 'string') return input;
  throw new QueryError(
    'invalid_query',
    `Invalid query format: ${what} must be a text, not ${JSON.stringify(input)}`,
  );
}

/**
 * Untrusted input as true or false; nothing is false.
 *
 * @throws QueryError for anything else
 */
export function booleanOf(input: unknown, what: string): boolean {
  if (input === undefined || input === null || typeof input === 'boolean') return input === true;
  throw new QueryError('invalid_query', `Invalid query format: ${what} is true or false`);
}

/**
 * Untrusted input as a whole number of at least 0.
 *
 * @throws QueryError for anything else
 */
export function countOf(input: unknown, what: string): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 0) return input;
  throw new QueryError(
    'invalid_query',
    `Invalid query format: ${what} must be a whole number of at least 0, not ${JSON.stringify(input)}`,
  );
}

/**
 * Untrusted input as the name of a member, `cube.member`.
 *
 * @throws QueryError for anything else
 */
export function memberOf(input: unknown, what: string): string {
  if (typeof input === 'string' && MEMBER.test(input)) return input;
  throw new QueryError(
    'invalid_query',
    `Invalid query format: ${what} takes names such as orders.count, not ${JSON.stringify(input)}`,
  );
}

/**
 * Untrusted input as a list of names of members.
 *
 * @throws QueryError for anything else
 */
export function membersOf(input: unknown, what: string): string[] {
  return listOf(input, what).map((name) => memberOf(name, what));
}
