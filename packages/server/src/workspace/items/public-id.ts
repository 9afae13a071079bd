import { limits } from '@oriel/contract';
import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A random id of 12 letters and digits: 71 bits, so that nobody meets one by chance or by guessing. */
export function makePublicId(): string {
  return Array.from({ length: limits.PUBLIC_ID_LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('');
}

const LEGACY = /^legacy\d{6}$/;

/**
 * What a report without a public id is shown with. Reports with ids that end alike are shown with the same, so it names
 * none of them for sure.
 */
export function legacyPublicId(reportId: number): string {
  return `legacy${String(reportId % LEGACY_RANGE).padStart(6, '0')}`;
}

/** Six digits. */
export const LEGACY_RANGE = 1_000_000;

/** Whether a public id is one that {@link legacyPublicId} makes, and so not to be chosen. */
export function isLegacyPublicId(publicId: string): boolean {
  return LEGACY.test(publicId);
}
