import { refuse, Refusal, type ServerBrand } from '@oriel/contract';
import { signToken, verifyToken, CLAIMS_KEY } from '../../identity/signed-token.ts';

/** What an address of an app's files is good for: one version of one dashboard, asked for by one viewer. */
export interface AppCapability {
  readonly deploymentId: number;
  readonly versionId: number;
  /** The viewer, for people who read a log: `user 3`, `embed user 7`. */
  readonly viewer: string;
}

/** How the addresses of an account are signed. */
export interface CapabilityKey {
  /** The secret of the account's embed tokens. */
  readonly secret: string;
  readonly brand: ServerBrand;
}

/** Another issuer than that of the tokens: neither is taken for the other. */
const issuerOf = ({ name }: ServerBrand) => `${name} dashboard app`;

/**
 * Makes the part of an address that lets the files of a version be read without another credential.
 *
 * @param expiresAtMs milliseconds since 1970
 */
export function writeCapability(
  capability: AppCapability,
  { secret, brand }: CapabilityKey,
  expiresAtMs: number,
): string {
  return signToken({ [CLAIMS_KEY]: capability }, { secret, issuer: issuerOf(brand) }, expiresAtMs);
}

/** Reads it back. @throws `not_found` for one that is forged, of another account, or over */
export async function readCapability(text: string, { secret, brand }: CapabilityKey): Promise<AppCapability> {
  try {
    const payload = await verifyToken(text, { secret, issuer: issuerOf(brand) });
    // Signed by us, with this issuer, so it says what was written above.
    return payload[CLAIMS_KEY] as AppCapability;
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw refuse('not_found', undefined, { cause });
  }
}
