/** A public key as it is stored and as `/.well-known/jwks.json` publishes it. @see RFC 7517 */
export interface PublicJwk {
  readonly kty: 'RSA';
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}
