import { Alert, Modal, Stack, Text } from '@mantine/core';
import type { Dashboard } from '@oriel/contract';
import { Copyable } from '../copyable.tsx';

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
    <Modal opened onClose={onClose} size="lg" title="Embed this dashboard">
      <Stack>
        {!allowEmbed && <Alert color="orange">Signed embedding is not allowed on this dashboard yet.</Alert>}
        <Text>
          On your server, generate a session for each viewer. It can be used once, within five minutes.
        </Text>
        <Copyable text={session} />
        <Text>In your page, load the dashboard with it:</Text>
        <Copyable text={frame} />
      </Stack>
    </Modal>
  );
}
