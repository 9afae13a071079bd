import { MAX_BODY_BYTES, MAX_DOCUMENT_BODY_BYTES } from './limits.ts';
import { largestValueOf } from './value-size.ts';

/**
 * UTF-8 takes three bytes at most for one character that counts as one in the length of a text; nothing bounds what is
 * left open.
 */
const RULES = { bytesOfCharacter: 3, open: Infinity };

/**
 * The bytes that an operation takes as its body: {@link MAX_BODY_BYTES} where the largest body of the schema fits into
 * that, and {@link MAX_DOCUMENT_BODY_BYTES} where it does not, or where the schema leaves open what a body holds.
 */
export function bodyBytesOf(schema: object): number {
  return largestValueOf(schema, RULES) <= MAX_BODY_BYTES ? MAX_BODY_BYTES : MAX_DOCUMENT_BODY_BYTES;
}
