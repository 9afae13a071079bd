import { randomBytes } from 'node:crypto';
import type { ServiceProvider } from './service-provider.ts';

/** A request for sign-in, sent by the browser's next address. */
export interface AuthenticationRequest {
  readonly id: string;
  readonly url: string;
}

/** What a request is made of. */
export interface RequestSettings {
  readonly signOnUrl: string;
  readonly certificates: readonly string[];
  /** The format of NameID that is asked for; null for none in particular. */
  readonly nameIdFormat: string | null;
}

/** An id of a request: it has to begin with a letter or an underscore. */
export function makeRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

/** Makes a request for the HTTP-Redirect binding. */
export async function makeAuthenticationRequest(
  service: ServiceProvider,
  settings: RequestSettings,
): Promise<AuthenticationRequest> {
  const id = makeRequestId();
  const saml = await nodeSaml(service, settings, () => id);
  return { id, url: await saml.getAuthorizeUrlAsync('', undefined, {}) };
}

/** The metadata of this server, as XML, for an identity provider to import. */
export async function makeMetadata(service: ServiceProvider, settings: RequestSettings): Promise<string> {
  const saml = await nodeSaml(service, settings, makeRequestId);
  return saml.generateServiceProviderMetadata(null, null);
}

async function nodeSaml(
  { entityId, callbackUrl }: ServiceProvider,
  { signOnUrl, certificates, nameIdFormat }: RequestSettings,
  generateUniqueId: () => string,
) {
  const { SAML } = await import('@node-saml/node-saml');
  return new SAML({
    issuer: entityId,
    callbackUrl,
    entryPoint: signOnUrl,
    idpCert: [...certificates],
    identifierFormat: nameIdFormat,
    generateUniqueId,
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    // How users prove who they are is up to the provider: some refuse requests for a password where they have asked for more.
    disableRequestedAuthnContext: true,
  });
}
