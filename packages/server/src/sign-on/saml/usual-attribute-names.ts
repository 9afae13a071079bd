import type { ProviderClaims } from '@oriel/contract';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';

/** The attributes that say who a person is, where a provider is not set otherwise. */
export const defaultSamlClaims: ProviderClaims = {
  email: 'email',
  givenName: 'firstName',
  familyName: 'lastName',
  groups: 'groups',
  externalId: null,
};

/** What Okta, Entra, Google and directories of research (by object identifier) call the same. */
export const usualAttributeNames = {
  email: ['mail', 'emailAddress', `${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  givenName: ['givenName', 'given_name', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  familyName: ['surname', 'sn', 'family_name', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  groups: ['memberOf', `${MICROSOFT}/groups`, 'http://schemas.xmlsoap.org/claims/Group'],
} as const;
