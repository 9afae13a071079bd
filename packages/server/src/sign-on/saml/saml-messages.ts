import { randomBytes } from 'node:crypto';
import type { ServiceProvider } from './service-provider.ts';

/** What requests and metadata are made of. */
interface MessageSettings {
  readonly signOnUrl: string;
  /** PEM. */
  readonly certificates: readonly string[];
  /** The format of NameID that is asked for; null for none in particular. */
  readonly nameIdFormat: string | null;
}

/** A request for sign-in. */
interface RequestSettings extends MessageSettings {
  readonly id: string;
  /** Whether people prove who they are once more where they are signed in at the provider. */
  readonly forcesSignIn: boolean;
}

/** The id of the request of a state, in base64url: ids begin with a letter or an underscore. */
export function requestIdOf(state: string): string {
  return `_${state}`;
}

/** The state that a request was made for. */
export function stateOf(requestId: string): string {
  return requestId.slice(1);
}

/** The address that carries a request to the provider, by the HTTP-Redirect binding. */
export async function makeRequestUrl(
  service: ServiceProvider,
  { id, forcesSignIn, ...settings }: RequestSettings,
): Promise<string> {
  const saml = await nodeSaml(service, settings, { generateUniqueId: () => id, forceAuthn: forcesSignIn });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

/** The metadata of this server, as XML, for an identity provider to import. */
export async function makeMetadata(service: ServiceProvider, settings: MessageSettings): Promise<string> {
  const generateUniqueId = () => `_${randomBytes(20).toString('hex')}`;
  const saml = await nodeSaml(service, settings, { generateUniqueId });
  return saml.generateServiceProviderMetadata(null, null);
}

async function nodeSaml(
  { entityId, callbackUrl }: ServiceProvider,
  { signOnUrl, certificates, nameIdFormat }: MessageSettings,
  options: { generateUniqueId: () => string; forceAuthn?: boolean },
) {
  const { SAML } = await import('@node-saml/node-saml');
  return new SAML({
    issuer: entityId,
    callbackUrl,
    entryPoint: signOnUrl,
    idpCert: [...certificates],
    identifierFormat: nameIdFormat,
    ...options,
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    // How users prove who they are is up to the provider: some refuse requests for a password where they have asked for
    // more.
    disableRequestedAuthnContext: true,
  });
}
