import type { IdentityProviderKind } from '@oriel/contract';
import type { KindFields, KindFormInput } from './kinds/kind-form.ts';
import { useOidcFields } from './kinds/oidc-fields.tsx';
import { useSamlFields } from './saml/use-saml-fields.tsx';

/** The forms of all kinds of providers, as hooks: a form is made anew for another kind. */
export const kindForms: Readonly<Record<IdentityProviderKind, (input: KindFormInput) => KindFields>> = {
  OIDC: useOidcFields,
  SAML: useSamlFields,
};

/** The kinds, in the order in which they are offered. */
// The keys of the table are the kinds.
export const providerKinds = Object.keys(kindForms) as IdentityProviderKind[];
