import { Alert, Modal, Stack, Text } from '@mantine/core';
import type { Dashboard } from '@oriel/contract';
import { Copyable } from '../copyable.tsx';
import { t } from '../../messages/console-texts.ts';

interface EmbedHelpProps {
  dashboard: Dashboard;
  onClose(): void;
}

/** How a page of somebody else shows the dashboard: the call of its server, and the frame. */
export function EmbedHelp({ dashboard: { publicId, deploymentId, allowEmbed }, onClose }: EmbedHelpProps) {
  const { origin } = window.location;
  const session = `curl -X POST ${origin}/api/v1/embed/generate-session \\
  -H "Authorization: Api-Key $ORIEL_API_KEY" -H "Content-Type: application/json" \\
  -d '{"deploymentId": ${deploymentId}, "externalId": "viewer@customer", "embedTenantName": "customer"}'`;
  const frame = `<iframe src="${origin}/embed/dashboard/${publicId}?session=SESSION_ID"\n  referrerpolicy="origin" style="border: 0; width: 100%; height: 800px"></iframe>`;
  return (
    <Modal opened onClose={onClose} size="lg" title={t('embed.title')}>
      <Stack>
        {!allowEmbed && <Alert color="orange">{t('embed.notAllowed')}</Alert>}
        <Text>{t('embed.session')}</Text>
        <Copyable text={session} />
        <Text>{t('embed.frame')}</Text>
        <Copyable text={frame} />
      </Stack>
    </Modal>
  );
}
