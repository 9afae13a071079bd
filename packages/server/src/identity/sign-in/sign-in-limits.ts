import { hash } from 'node:crypto';

/** Where failed attempts are counted: a bucket that holds so many, and gets one back after so long. */
export interface AttemptBucket {
  /** Shared between servers through the database, so it holds no name and no secret. */
  readonly key: string;
  readonly burst: number;
  readonly secondsForOne: number;
}

/** Who tries to sign in, and from where. */
interface Attempt {
  readonly tenantId: number;
  /** As it was typed; whether there is such a user makes no difference. */
  readonly email: string;
  readonly network: string;
  /** SHA-256 of the token of a device on which this user has signed in before; undefined for any other. */
  readonly knownDevice: Buffer | undefined;
}

/**
 * The buckets that an attempt is taken from, all of them or none.
 *
 * A stranger is bounded for each account and network, for each network whatever accounts it tries, and for each account
 * from wherever the attempts come. The last would let strangers lock a user out, so a device that the user has signed
 * in on before is counted by itself alone, where no stranger reaches it.
 *
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function bucketsOf({ tenantId, email, network, knownDevice }: Attempt): AttemptBucket[] {
  const account = digest(`${tenantId} ${email.trim().toLowerCase()}`);
  if (knownDevice)
    return [{ key: `device ${knownDevice.toString('base64url')} ${account}`, burst: 10, secondsForOne: 60 }];
  return [
    { key: `account ${account} ${network}`, burst: 5, secondsForOne: 60 },
    { key: `network ${network}`, burst: 50, secondsForOne: 6 },
    { key: `account ${account}`, burst: 20, secondsForOne: 60 },
  ];
}

/**
 * The buckets of a request for a link to set another password: each is a message, which anybody can have sent to
 * a user. Nothing is given back.
 */
export function resetBucketsOf({
  tenantId,
  email,
  network,
}: Pick<Attempt, 'tenantId' | 'email' | 'network'>): AttemptBucket[] {
  return [
    {
      key: `reset account ${digest(`${tenantId} ${email.trim().toLowerCase()}`)}`,
      burst: 3,
      secondsForOne: 1200,
    },
    { key: `reset network ${network}`, burst: 20, secondsForOne: 60 },
  ];
}

/** The bucket of tries to use an invitation or a link to set another password. */
export function linkBucketsOf(network: string): AttemptBucket[] {
  return [{ key: `link network ${network}`, burst: 30, secondsForOne: 20 }];
}

/** The bucket of second factors of a user: of a million codes three are right at a time. */
export function factorBucketsOf(tenantId: number, userId: number): AttemptBucket[] {
  return [{ key: `factor ${tenantId} ${userId}`, burst: 10, secondsForOne: 300 }];
}

/** The bucket of sign-ins with a passkey that are begun. */
export function passkeyBucketsOf(network: string): AttemptBucket[] {
  return [{ key: `passkey network ${network}`, burst: 60, secondsForOne: 2 }];
}

/**
 * The buckets of the codes that users type for devices: one that is right is given back, so they bound guesses at the
 * codes of others, who would have their devices act for the guesser.
 *
 * @see RFC 8628, section 5.1
 */
export function deviceCodeBucketsOf(
  { tenantId, userId }: { readonly tenantId: number; readonly userId: number },
  network: string,
): AttemptBucket[] {
  return [
    { key: `device code ${tenantId} ${userId}`, burst: 10, secondsForOne: 60 },
    { key: `device code network ${network}`, burst: 50, secondsForOne: 6 },
  ];
}

/** The longest that any bucket takes to fill, in seconds; one that stands longer says no more than a missing row. */
export const LONGEST_FILL_SECONDS = 3600;

function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}
