import { useState } from 'react';
import type { KindFields, KindFormInput } from '../kinds/kind-form.ts';
import { samlDraftOf, toSamlInput } from './saml-draft.ts';
import { SamlFields } from './saml-fields.tsx';

/** The settings of a provider by SAML. */
export function useSamlFields({ provider, slug, error }: KindFormInput): KindFields {
  const [draft, setDraft] = useState(() => samlDraftOf(provider?.saml ?? undefined));
  const registration = {
    callbackUrl: provider?.callbackUrl ?? `${location.origin}/api/v1/sso/saml/callback`,
    audience: provider?.saml?.audience ?? `${location.origin}/api/v1/sso/saml/${slug}/metadata`,
  };
  return {
    fields: <SamlFields draft={draft} registration={registration} error={error} onChange={setDraft} />,
    body: { saml: toSamlInput(draft) },
  };
}
