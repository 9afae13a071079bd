import { limits, refuse } from '@oriel/contract';
import { loadCommonPasswords } from './common-passwords.ts';

/** What a user is called, which others know. */
export interface NamedUser {
  readonly email: string;
  readonly username?: string | null | undefined;
  readonly firstName?: string | null | undefined;
}

/** Shorter words are in any password. */
const MIN_WORD_LENGTH = 3;
const PRODUCT = 'oriel';

/**
 * Checks a password that is about to be set: it is none of the commonest, and what is left of it without the names of
 * its user is still long enough. Its length is the contract's business, and nothing is asked of its characters.
 *
 * @throws `password_refused`
 * @see NIST SP 800-63B-4 section 3.1.1.2
 */
export async function checkNewPassword(password: string, user: NamedUser): Promise<void> {
  const lower = password.toLowerCase();
  const isCommon = await loadCommonPasswords();
  if (isCommon(lower) || isMonotonous(lower))
    throw refuse('password_refused', { reason: 'it is one of the commonest, which are guessed first' });
  const names = namesOf(user).filter((name) => lower.includes(name));
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), lower);
  if (names.length > 0 && rest.length < limits.MIN_PASSWORD_LENGTH)
    throw refuse('password_refused', {
      reason: `beside the names of its user it needs ${limits.MIN_PASSWORD_LENGTH} characters more`,
    });
}

/** One character, or a short word over and over. */
function isMonotonous(text: string): boolean {
  return /^(.{1,4}?)\1+$/su.test(text);
}

/** The longest first, as one may be within another. */
function namesOf({ email, username, firstName }: NamedUser): string[] {
  const whole = [email, username ?? '', firstName ?? ''].map((name) => name.trim().toLowerCase());
  const words = whole.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...words, PRODUCT])]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
}
