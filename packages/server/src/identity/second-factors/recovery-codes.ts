import { randomInt } from 'node:crypto';
import { hashSecret } from '../credentials/secrets.ts';

/** Without those that look alike: 0 and o, 1, i and l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;
const RECOVERY_CODES = 10;

/**
 * Ten codes as they are shown: `h7kq-2m9x-4tzw-8rbd`, of 79 random bits, so that their hash needs neither salt nor
 * time.
 */
export function makeRecoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** SHA-256 of a code as it was typed: in any case, with or without dashes and spaces. */
export function hashRecoveryCode(typed: string): Buffer {
  return hashSecret(typed.toLowerCase().replaceAll(/[^0-9a-z]/g, ''));
}
