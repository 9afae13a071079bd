import { QueryError } from '@oriel/semantic';
import { EngineError } from '../../errors/errors.ts';
import type { Refusal } from './compile-messages.ts';

/** A refusal in a form that crosses threads; undefined for anything else, which is a bug. */
export function packRefusal(error: unknown): Refusal | undefined {
  if (error instanceof QueryError) {
    const { code, message, member, path } = error;
    return {
      of: 'query',
      code,
      message,
      ...(member !== undefined && { member }),
      ...(path !== undefined && { path }),
    };
  }
  if (error instanceof EngineError) return { of: 'engine', code: error.code, message: error.message };
  return undefined;
}

/** The error that a refusal was made of. */
export function unpackRefusal(refusal: Refusal): QueryError | EngineError {
  if (refusal.of === 'engine') return new EngineError(refusal.code, refusal.message);
  const { code, message, member, path } = refusal;
  return new QueryError(code, message, member, path);
}
