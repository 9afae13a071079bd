import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { CopyableField } from '../copyable.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';

/** What to enter at an identity provider that pushes users and groups: a section of a page of settings. */
export function ScimSection() {
  return (
    <SettingsSection title={t('scim.title')} hint={t('scim.hint')}>
      <CopyableField label={t('scim.address')} text={`${location.origin}/api/scim/v2`} />
      <Text size="sm">
        {t('scim.token')}{' '}
        <Anchor component={Link} to="/settings/api-keys" inherit>
          {t('scim.keys')}
        </Anchor>
      </Text>
    </SettingsSection>
  );
}
