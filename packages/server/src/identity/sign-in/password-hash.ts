import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** What a derivation costs; each has 16 MiB of memory and, for each of `p`, about 40 ms of a core. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };
/** Of hashes that do not name theirs, as older versions wrote them. */
const UNNAMED_COST: PasswordCost = { N: 2 ** 14, r: 8, p: 1 };

const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Whether a password was right. */
export interface PasswordCheck {
  readonly isCorrect: boolean;
  /** The hash to store instead, where the stored one was made at a lower cost; of a correct password only. */
  readonly renewed?: string;
}

/**
 * The hash of a password: scrypt with a random salt, as `scrypt:N:r:p:SALT:HASH` in base64url. It takes a core for a
 * fifth of a second, so a server that answers others derives on other threads (`password-hasher.ts`).
 *
 * @param cost no more than {@link PASSWORD_COST}, which is the default; less for what guards nothing
 */
export function hashPassword(password: string, cost = PASSWORD_COST): string {
  const salt = randomBytes(SALT_BYTES);
  const hash = derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(':');
}

/**
 * Checks a password against a stored hash, in the same time for null (a user without a password) and for an older hash.
 *
 * @param today what a hash costs that is made now, as in {@link hashPassword}
 */
export function checkPassword(password: string, stored: string | null, today = PASSWORD_COST): PasswordCheck {
  const { cost, salt, hash } = parse(stored) ?? {
    cost: today,
    salt: randomBytes(SALT_BYTES),
    hash: undefined,
  };
  const actual = derive(password, salt, cost);
  const isCorrect = hash !== undefined && hash.length === actual.length && timingSafeEqual(hash, actual);
  if (cost.p >= today.p) return { isCorrect };
  if (isCorrect) return { isCorrect, renewed: hashPassword(password, today) };
  // Who guesses shall not learn by the time that there is such a user.
  derive(password, salt, { ...today, p: today.p - cost.p });
  return { isCorrect };
}

function derive(password: string, salt: Buffer, cost: PasswordCost): Buffer {
  return scryptSync(password, salt, HASH_BYTES, cost);
}

function parse(stored: string | null): { cost: PasswordCost; salt: Buffer; hash: Buffer } | undefined {
  const parts = (stored ?? '').split(':');
  const [scheme, ...rest] = parts;
  const [salt = '', hash = ''] = rest.slice(-2);
  if (scheme !== 'scrypt' || salt === '' || hash === '') return undefined;
  const cost = rest.length === 2 ? UNNAMED_COST : costOf(rest.slice(0, -2).map(Number));
  return cost && { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

/** Undefined for a cost beyond today's, which nobody has stored by any version. */
function costOf([N = 0, r = 0, p = 0]: readonly number[]): PasswordCost | undefined {
  const { N: knownN, r: knownR, p: most } = PASSWORD_COST;
  const isKnown = N === knownN && r === knownR && Number.isInteger(p) && p >= 1 && p <= most;
  return isKnown ? { N, r, p } : undefined;
}
