import type { TSchema } from '../schema.ts';
import type { errors } from './every-error.ts';

type ErrorCode = keyof typeof errors;

/** A path parameter of the API: a name means the same in each path. */
interface PathParameter<S extends TSchema = TSchema, Code extends ErrorCode = ErrorCode> {
  readonly schema: S;
  /** The refusal of a value that no record has, and so one of every operation with this parameter in its path. */
  readonly notFound: Code;
}

/** A path parameter, with the refusal of a value that no record has. */
export function parameter<S extends TSchema, const Code extends ErrorCode>(
  schema: S,
  notFound: Code,
): PathParameter<S, Code> {
  return { schema, notFound };
}
