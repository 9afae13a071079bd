import { Input, Stack } from '@mantine/core';
import { t } from '../../../messages/console-texts.ts';
import { Copyable } from '../../elements/copyable.tsx';

/** What the administrator of the provider needs: two addresses to copy. */
export function SamlRegistration({ callbackUrl, audience }: { callbackUrl: string; audience: string }) {
  return (
    <Stack gap="xs">
      <Input.Wrapper label={t('saml.callback')} description={t('saml.callbackHint')} labelElement="div">
        <Copyable text={callbackUrl} label={t('saml.callback')} />
      </Input.Wrapper>
      <Input.Wrapper label={t('saml.audience')} description={t('saml.audienceHint')} labelElement="div">
        <Copyable text={audience} label={t('saml.audience')} />
      </Input.Wrapper>
    </Stack>
  );
}
