import { boundedTo } from '../bounded-schemas.ts';
import {
  MAX_CERTIFICATE_BYTES,
  MAX_NAME_LENGTH,
  MAX_PROVIDER_CERTIFICATES,
  MAX_SAML_DOCUMENT_LENGTH,
  MAX_TEXT_LENGTH,
} from '../limits.ts';
import {
  boolean,
  input,
  list,
  nullable,
  nullish,
  object,
  pickNullish,
  text,
  timestamp,
  type Static,
} from '../schema.ts';

export const samlNameIdFormats = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
] as const;

export const SamlCertificate = object(
  'A certificate that the provider signs with, 20,000 bytes as JSON at most. Its key is what is trusted.',
  {
    pem: text('The certificate in PEM.', {
      example: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----',
    }),
    subject: text('Whom it names.', { example: 'CN=example.okta.com' }),
    fingerprint: text('Its SHA-256 in hexadecimal.', { example: '61:28:B6:49' }),
    validFrom: timestamp('Since when it is valid.'),
    validUntil: timestamp(
      'Until when it is valid. Providers go on signing with certificates that have ended, and they are still accepted; take it as the time to ask for the next one.',
    ),
  },
);
boundedTo(MAX_CERTIFICATE_BYTES, SamlCertificate);
export type SamlCertificate = Static<typeof SamlCertificate>;

const name = { minLength: 1, maxLength: MAX_NAME_LENGTH };
const address = { minLength: 1, maxLength: 2048, pattern: '^https?://[^\\s#]+$' };

export const SamlProviderSettings = object('How a provider is reached by SAML 2.0.', {
  entityId: text('What the provider calls itself: the issuer of its assertions.', {
    ...name,
    maxLength: 1024,
    example: 'http://www.okta.com/exk1fcia6d6EMsf331d8',
  }),
  signOnUrl: text('Where people sign in at the provider, by the HTTP-Redirect binding.', {
    ...address,
    example: 'https://example.okta.com/app/oriel/exk1fcia6d6EMsf331d8/sso/saml',
  }),
  certificates: list(
    SamlCertificate,
    'The certificates that responses may be signed with. Before the provider changes its key, add the next one.',
    { maxItems: MAX_PROVIDER_CERTIFICATES },
  ),
  nameIdFormat: nullable(
    text('The format of NameID that is asked for; null for what the provider is set to send.', {
      ...name,
      example: samlNameIdFormats[0],
    }),
  ),
  allowsProviderStart: boolean(
    'Whether people may come from the provider’s own page, without having begun to sign in here. Anybody can then sign another person’s ' +
      'browser in as themselves; leave it off where the provider can link to the start of the sign-in instead.',
  ),
  audience: text(
    'What to register at the provider as entity id or audience of this account: the address of its metadata.',
    {
      example: 'https://oriel.example.com/api/v1/sso/saml/company-login/metadata',
    },
  ),
});
export type SamlProviderSettings = Static<typeof SamlProviderSettings>;

export const SamlProviderSettingsInput = input(
  'How a provider is reached by SAML 2.0. A new provider needs metadata, or entity id, sign-on address and a certificate; of a provider that is ' +
    'there, what is absent or null stays.',
  {
    metadata: nullish(
      text(
        'The metadata of the provider, as XML: sets entity id and sign-on address, and adds its certificates.',
        {
          minLength: 1,
          maxLength: MAX_SAML_DOCUMENT_LENGTH,
          example:
            '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">…</md:EntityDescriptor>',
        },
      ),
    ),
    ...pickNullish(SamlProviderSettings, 'entityId', 'signOnUrl', 'nameIdFormat', 'allowsProviderStart'),
    certificates: nullish(
      list(
        text('A certificate in PEM, or several.', {
          minLength: 1,
          maxLength: MAX_TEXT_LENGTH * 2,
          example: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----',
        }),
        'All certificates that responses may be signed with from now on, beside those of the metadata.',
        { maxItems: MAX_PROVIDER_CERTIFICATES },
      ),
    ),
  },
);
export type SamlProviderSettingsInput = Static<typeof SamlProviderSettingsInput>;
