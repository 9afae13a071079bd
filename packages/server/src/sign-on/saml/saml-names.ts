/** Names that the specifications of SAML 2.0 and of XML signatures give. */
export const PROTOCOL_NAMESPACE = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION_NAMESPACE = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const METADATA_NAMESPACE = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

export const STATUS_SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const EMAIL_NAME_ID = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const TRANSIENT_NAME_ID = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** What a signature may be made with: nothing with SHA-1, with a shared secret, or that keeps comments. */
export const acceptedAlgorithms = {
  CanonicalizationMethod: [EXCLUSIVE, INCLUSIVE],
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE, INCLUSIVE],
} as const;
