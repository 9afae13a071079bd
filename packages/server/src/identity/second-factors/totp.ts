/** Seconds that a code is of. @see RFC 6238 */
const STEP_SECONDS = 30;
/** Steps before and after, for clocks that differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

const options = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const;

/** A new key of an authenticator app. */
interface NewTotp {
  /** In base32. */
  readonly secret: string;
  /** For a QR code. */
  readonly url: string;
}

/** Makes a key. @param issuer what the app lists it under @param label the user there */
export async function makeTotp(issuer: string, label: string): Promise<NewTotp> {
  const { Secret, TOTP } = await import('otpauth');
  const secret = new Secret({ size: SECRET_BYTES });
  // A colon would end the issuer.
  const totp = new TOTP({ ...options, issuer: issuer.replaceAll(':', ' '), label, secret });
  return { secret: secret.base32, url: totp.toString() };
}

/**
 * The step of time that a code is of, the one now or one before or after; undefined for a wrong code. The caller takes
 * each step once.
 */
export async function findTotpStep(secret: string, code: string, nowMs: number): Promise<number | undefined> {
  const { Secret, TOTP } = await import('otpauth');
  const totp = new TOTP({ ...options, secret: Secret.fromBase32(secret) });
  const token = code.replaceAll(' ', '');
  const delta = totp.validate({ token, window: WINDOW, timestamp: nowMs });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
}
