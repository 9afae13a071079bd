import { Alert, Anchor, Stack, Text } from '@mantine/core';
import type { OAuthDeviceCode } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { ConsentCard, OAuthMessage } from './consent-card.tsx';
import styles from './device-page.module.css';

/** Shows what the device with this code asks for, and tells it the answer. */
export function DeviceConsent({ asked, onOther }: { asked: OAuthDeviceCode; onOther(): void }) {
  const { userCode } = asked;
  const answer = useMutation({
    mutationFn: (given: 'allow' | 'deny') =>
      client.call(given === 'allow' ? 'approveOAuthDeviceCode' : 'denyOAuthDeviceCode', {
        params: { userCode },
      }),
  });
  if (answer.isSuccess) return <Answered isAllowed={answer.variables === 'allow'} />;
  return (
    <ConsentCard
      asked={asked}
      notice={<CodeToCompare asked={asked} onOther={onOther} />}
      pending={answer.isPending ? answer.variables : undefined}
      error={answer.error}
      onAnswer={(given) => answer.mutate(given)}
    >
      <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
        {t('oauth.device.warning')}
      </Alert>
    </ConsentCard>
  );
}

function CodeToCompare({ asked, onOther }: { asked: OAuthDeviceCode; onOther(): void }) {
  const from = fromText(asked);
  return (
    <Stack gap={4} align="center">
      <Text size="sm">{t('oauth.device.compare')}</Text>
      <div className={styles.code}>{asked.userCode}</div>
      <Anchor component="button" type="button" size="sm" onClick={onOther}>
        {t('oauth.device.other')}
      </Anchor>
      {from !== undefined && (
        <Text size="xs" c="dimmed" ta="center" style={{ overflowWrap: 'anywhere' }}>
          {from}
        </Text>
      )}
    </Stack>
  );
}

function fromText({ clientAddress: address, userAgent: program }: OAuthDeviceCode): string | undefined {
  if (address === null) return undefined;
  return program === null
    ? t('oauth.device.from', { address })
    : t('oauth.device.fromProgram', { address, program });
}

function Answered({ isAllowed }: { isAllowed: boolean }) {
  return (
    <OAuthMessage
      title={t(isAllowed ? 'oauth.device.allowed' : 'oauth.device.denied')}
      text={t(isAllowed ? 'oauth.device.allowedText' : 'oauth.device.deniedText')}
    />
  );
}
