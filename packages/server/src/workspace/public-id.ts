import { limits } from '@oriel/contract';
import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A random id of 12 letters and digits: 71 bits, so that nobody meets one by chance or by guessing. */
export function makePublicId(): string {
  return Array.from({ length: limits.PUBLIC_ID_LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('');
}
