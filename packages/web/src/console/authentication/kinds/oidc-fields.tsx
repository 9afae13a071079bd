import { Checkbox, PasswordInput, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/console-texts.ts';
import { CopyableField } from '../../elements/copyable.tsx';
import { issueOf } from '../../api/error-kind.ts';
import type { KindFields, KindFormInput } from './kind-form.ts';

const DEFAULT_SCOPES = ['openid', 'email', 'profile'];

/** The settings of a provider by OpenID Connect. */
export function useOidcFields({ provider, error }: KindFormInput): KindFields {
  const known = provider?.oidc;
  const [issuer, setIssuer] = useState(known?.issuer ?? '');
  const [clientId, setClientId] = useState(known?.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const [scopes, setScopes] = useState<string[]>(known?.scopes ?? DEFAULT_SCOPES);
  const [endsProviderSession, setEnds] = useState(known?.endsProviderSession ?? true);
  const callbackUrl = provider?.callbackUrl ?? `${location.origin}/api/v1/sso/oidc/callback`;
  const signedOutUrl = provider?.signedOutUrl ?? `${location.origin}/sign-in`;
  const fields = (
    <>
      <CopyableField label={t('authentication.form.callback')} text={callbackUrl} />
      {provider?.logoutUrl != null && (
        <CopyableField label={t('authentication.form.logout')} text={provider.logoutUrl} />
      )}
      <TextInput
        label={t('authentication.form.issuer')}
        description={t('authentication.form.issuerHint')}
        type="url"
        required
        placeholder={t('authentication.form.issuerExample')}
        value={issuer}
        error={issueOf(error, 'oidc.issuer')}
        onChange={(event) => setIssuer(event.target.value.trim())}
      />
      <TextInput
        label={t('authentication.form.clientId')}
        required
        value={clientId}
        onChange={(event) => setClientId(event.target.value)}
      />
      <PasswordInput
        label={t('authentication.form.clientSecret')}
        {...(provider?.hasSecret && { description: t('authentication.form.secretKept') })}
        autoComplete="off"
        value={clientSecret}
        onChange={(event) => setClientSecret(event.target.value)}
      />
      <TagsInput label={t('authentication.form.scopes')} value={scopes} onChange={setScopes} />
      <Checkbox
        label={t('authentication.form.endsSession')}
        description={t('authentication.form.endsSessionHint', { address: signedOutUrl })}
        checked={endsProviderSession}
        onChange={(event) => setEnds(event.target.checked)}
      />
    </>
  );
  return {
    fields,
    body: {
      oidc: { issuer, clientId, scopes, endsProviderSession, ...(clientSecret !== '' && { clientSecret }) },
    },
  };
}
