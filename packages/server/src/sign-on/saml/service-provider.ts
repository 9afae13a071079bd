/** Where the responses of every SAML provider arrive. */
export const SAML_CALLBACK_PATH = '/api/v1/sso/saml/callback';

/** What this server is to an identity provider. */
export interface ServiceProvider {
  /** The address of its metadata, and the audience of assertions. */
  readonly entityId: string;
  readonly callbackUrl: string;
}

/** The addresses of a provider at a base URL, which has no slash at the end. */
export function serviceProviderOf(baseUrl: string, slug: string): ServiceProvider {
  return {
    entityId: `${baseUrl}/api/v1/sso/saml/${slug}/metadata`,
    callbackUrl: `${baseUrl}${SAML_CALLBACK_PATH}`,
  };
}
