import { isApiError } from '@oriel/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { client, useCurrentUser } from '../api/api.ts';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { CodeForm } from './code-form.tsx';
import { OAuthFrame } from './consent-card.tsx';
import { DeviceConsent } from './device-consent.tsx';

/**
 * Where a device or a terminal sends its user: the code says which one it is. The code of the address is asked for at
 * once.
 */
export function DevicePage() {
  const { user_code: userCode } = useSearch({ from: '/oauth/device' });
  const navigate = useNavigate();
  // Without a session, this leads to the sign-in before a code is typed.
  const user = useCurrentUser();
  const asked = useQuery({
    queryKey: ['oauth-device-code', userCode],
    queryFn: () => client.call('getOAuthDeviceCode', { params: { userCode: userCode ?? '' } }),
    enabled: userCode !== undefined && user.data !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  useDocumentTitle(t('oauth.device.title'));
  const enter = (code: string | undefined) =>
    void navigate({ to: '/oauth/device', search: { user_code: code }, replace: true });
  const isWrong = isApiError(asked.error, 'oauth_device_code_not_found', 'validation_failed');
  const failure = user.error ?? (isWrong ? null : asked.error);
  if (asked.data) return <DeviceConsent asked={asked.data} onOther={() => enter(undefined)} />;
  if (failure)
    return (
      <OAuthFrame>
        <ErrorState
          title={t('oauth.consent.unloaded')}
          error={failure}
          isRetrying={asked.isFetching}
          onRetry={() => void (user.error ? user : asked).refetch()}
        />
      </OAuthFrame>
    );
  if (!user.data)
    return (
      <OAuthFrame>
        <LoadingState />
      </OAuthFrame>
    );
  return (
    <CodeForm
      // A code that was wrong stays in the field.
      initial={userCode ?? ''}
      isWrong={isWrong}
      isBusy={asked.isFetching}
      onEnter={(code) => (code === userCode ? void asked.refetch() : enter(code))}
    />
  );
}
