/** The English texts about identity providers that speak SAML. */
export const samlEnglish = {
  saml: {
    callback: 'Single sign-on URL',
    callbackHint: 'At the provider also called reply URL, ACS URL or recipient.',
    audience: 'Audience and entity ID',
    audienceHint:
      'At the provider also called identifier or SP entity ID. The address answers with the metadata of this account.',
    metadata: 'Metadata of the provider',
    metadataHint: 'Paste the XML: it sets entity ID and sign-on address, and adds the certificates.',
    upload: 'Choose a file',
    uploadHint: 'Or fill in the fields below by hand.',
    entityId: 'Entity ID of the provider',
    entityIdHint: 'Also called issuer.',
    signOnUrl: 'Sign-on address of the provider',
    certificates: 'Signing certificates',
    certificatesHint:
      'Responses signed by any of them are accepted. Add the next one before the provider changes its key, and remove the old one afterwards.',
    addCertificate: 'Paste a certificate (PEM)',
    removeCertificate: 'Remove the certificate {{name}}',
    states: {
      valid: 'Until {{day}}',
      ending: 'Ends {{day}}',
      ended: 'Ended {{day}}',
    },
    nameIdFormat: 'Format of NameID',
    nameIdFormatHint: 'What is asked of the provider. Persistent ids stay when a name or an address changes.',
    formats: {
      any: 'As the provider is set',
      persistent: 'Persistent',
      email: 'E-mail address',
      unspecified: 'Unspecified',
    },
    allowsProviderStart: 'Allow starting at the provider',
    allowsProviderStartHint:
      'People may come from the provider’s own page of applications. Anybody could then sign another person’s browser in as themselves; a link to the start of the sign-in does the same safely.',
  },
} as const;
