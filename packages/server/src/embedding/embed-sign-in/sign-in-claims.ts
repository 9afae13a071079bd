import type { JWTPayload } from 'jose';

/** Under this key a token of a private surface has the hash of the console session that it stands for. */
export const SIGN_IN_KEY = 'oriel_sign_in';

/** The hash of the console session that a verified token stands for; undefined for a token of an embed session. */
export function sessionHashOf(payload: JWTPayload): Buffer | undefined {
  const written = payload[SIGN_IN_KEY];
  return typeof written === 'string' ? Buffer.from(written, 'base64url') : undefined;
}
