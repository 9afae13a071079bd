import { Alert, Button, Group, Loader, Select, Stack, Text } from '@mantine/core';
import type { Dashboard, DashboardAudience } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { Copyable } from '../elements/copyable.tsx';
import { sentenceOf } from '../api/error-text.ts';
import { frameSnippet, sessionSnippet } from './embed-snippets.ts';
import { useAllowEmbedding, useAudience } from './use-embedding.ts';
import { Dialog } from '../elements/dialog.tsx';

interface EmbedDialogProps {
  dashboard: Dashboard;
  onClose(): void;
}

/** How another product shows the dashboard: the call of its back end, for a tenant that has access, and the frame. */
export function EmbedDialog({ dashboard, onClose }: EmbedDialogProps) {
  const audience = useAudience(dashboard.publicId);
  return (
    <Dialog onClose={onClose} size="lg" title={t('embed.title')}>
      <Stack>
        {!dashboard.allowEmbed && <NotAllowed dashboard={dashboard} />}
        {audience.isPending && <Loader role="status" size="sm" aria-label={t('state.loading')} />}
        {audience.isError && <Alert color="red">{sentenceOf(audience.error)}</Alert>}
        {audience.data && <Snippets dashboard={dashboard} audience={audience.data} />}
      </Stack>
    </Dialog>
  );
}

function NotAllowed({ dashboard }: { dashboard: Dashboard }) {
  const allow = useAllowEmbedding(dashboard);
  return (
    <Alert color="orange">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{allow.isError ? sentenceOf(allow.error) : t('embed.notAllowed')}</Text>
        <Button size="compact-sm" variant="default" loading={allow.isPending} onClick={() => allow.mutate()}>
          {t('embed.allow')}
        </Button>
      </Group>
    </Alert>
  );
}

interface SnippetsProps {
  dashboard: Dashboard;
  audience: DashboardAudience;
}

function Snippets({ dashboard, audience: { allEmbedUsers, embedTenants } }: SnippetsProps) {
  const [chosen, setChosen] = useState(embedTenants[0]);
  const { origin } = window.location;
  if (!allEmbedUsers && chosen === undefined)
    return (
      <Alert color="orange" title={t('embed.notShared')}>
        {t('embed.notSharedText')}
      </Alert>
    );
  return (
    <>
      {embedTenants.length > 1 && (
        <Select
          label={t('embed.tenant')}
          description={t('embed.tenantHint')}
          allowDeselect={false}
          searchable
          data={[...embedTenants]}
          value={chosen ?? null}
          onChange={(value) => setChosen(value ?? undefined)}
        />
      )}
      <Text>{t('embed.session')}</Text>
      <Copyable
        label={t('embed.sessionLabel')}
        text={sessionSnippet({ origin, dashboard, embedTenantName: chosen })}
      />
      <Text size="sm" c="dimmed">
        {t('embed.attributes')}
      </Text>
      <Text>{t('embed.frame')}</Text>
      <Copyable label={t('embed.frameLabel')} text={frameSnippet({ origin, dashboard })} />
    </>
  );
}
