const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/**
 * The names that Okta, Entra, Google and directories of research (by object identifier) give to what is known of a user, most
 * usual first.
 */
export const usualAttributeNames = {
  email: ['email', 'mail', 'emailAddress', `${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  name: [
    'name',
    'displayName',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  givenName: ['givenName', 'firstName', 'given_name', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  familyName: ['familyName', 'lastName', 'surname', 'family_name', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  groups: [
    'groups',
    'memberOf',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/Group',
  ],
} as const;
