import { QueryError } from './query.ts';

/** Reading of untrusted input; whatever is of another form is refused with its place and what it should be. */
export type Input = Record<string, unknown>;

/** The full name of a member, as queries have it. */
export const MEMBER = /^[A-Za-z_]\w*\.[A-Za-z_]\w*$/;

export function objectOf(input: unknown, what: string): Input {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Input;
  throw new QueryError('invalid_query', `Invalid query format: ${what} must be an object`);
}

export function listOf(input: unknown, what: string): unknown[] {
  if (input === undefined || input === null) return [];
  if (Array.isArray(input)) return input;
  throw new QueryError('invalid_query', `Invalid query format: ${what} must be a list`);
}

export function textOf(input: unknown, what: string): string | undefined {
  if (input === undefined || input === null) return undefined;
  if (typeof input === 'string') return input;
  throw new QueryError(
    'invalid_query',
    `Invalid query format: ${what} must be a text, not ${JSON.stringify(input)}`,
  );
}

export function booleanOf(input: unknown, what: string): boolean {
  if (input === undefined || input === null || typeof input === 'boolean') return input === true;
  throw new QueryError('invalid_query', `Invalid query format: ${what} is true or false`);
}

export function countOf(input: unknown, what: string): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 0) return input;
  throw new QueryError(
    'invalid_query',
    `Invalid query format: ${what} must be a whole number of at least 0, not ${JSON.stringify(input)}`,
  );
}

export function memberOf(input: unknown, what: string): string {
  if (typeof input === 'string' && MEMBER.test(input)) return input;
  throw new QueryError(
    'invalid_query',
    `Invalid query format: ${what} takes names such as orders.count, not ${JSON.stringify(input)}`,
  );
}

export function membersOf(input: unknown, what: string): string[] {
  return listOf(input, what).map((name) => memberOf(name, what));
}
