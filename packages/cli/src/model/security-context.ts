import { serverBrands } from '@oriel/contract/brand';
import { isJsonObject } from '@oriel/contract/json-object';
import { UsageError } from '../command-error.ts';
import type { Flags } from '../flags.ts';

/** A security context as a token carries it. */
export type SecurityContext = Readonly<Record<string, unknown>>;

/** Takes a value for a security context; `refuse` makes the error of one that is none, from the end of a sentence. */
export function readSecurityContext(value: unknown, refuse: (fault: string) => Error): SecurityContext {
  if (!isJsonObject(value)) throw refuse('takes an object such as {"svcCloud":{"groups":["sales"]}}');
  const keys = reservedKeysOf(value);
  if (keys.length > 1) throw refuse(`has ${keys.join(' and ')}; it takes one of them`);
  return value;
}

/**
 * Reads `--context`, which is empty by default.
 *
 * @throws {@link UsageError} for a value that is none
 */
export function parseContext(text = '{}'): SecurityContext {
  return readSecurityContext(parseJson('context', text), (fault) => new UsageError(`--context ${fault}`));
}

/** Reads the JSON of a flag. */
export function parseJson(flag: keyof Flags, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--${flag} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** The reserved keys of all brands that a context has. */
function reservedKeysOf(context: SecurityContext): string[] {
  return Object.values(serverBrands)
    .map(({ securityContextKey }) => securityContextKey)
    .filter((key) => Object.hasOwn(context, key));
}

/** The reserved key of the brand that a context is written for. */
export function brandKeyOf(context: SecurityContext): string {
  return reservedKeysOf(context)[0] ?? serverBrands.svc.securityContextKey;
}
