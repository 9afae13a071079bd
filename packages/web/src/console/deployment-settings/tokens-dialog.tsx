import { Button, Group, Stack, Text } from '@mantine/core';
import type { DeploymentEnvironment, DeploymentEnvironmentToken } from '@oriel/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { SecretDialog } from '../api-keys/secret-dialog.tsx';
import { formatTime } from '../times/format-time.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { useEnvironmentTokens, useTokenChanges } from './deployment-api.ts';
import { TokenDialog } from './token-dialog.tsx';
import { Dialog } from '../elements/dialog.tsx';

interface TokensDialogProps {
  deploymentId: number;
  environment: DeploymentEnvironment;
  onClose(): void;
}

/** The tokens of an environment: made, shown once, revoked. */
export function TokensDialog({ deploymentId, environment, onClose }: TokensDialogProps) {
  const tokens = useEnvironmentTokens(deploymentId, Number(environment.id));
  const { create, revoke } = useTokenChanges(deploymentId, environment);
  const [isCreating, setCreating] = useState(false);
  if (create.data) return <SecretDialog secret={create.data.data.token} onClose={() => create.reset()} />;
  if (isCreating)
    return (
      <TokenDialog
        error={create.error}
        isBusy={create.isPending}
        onSubmit={(body) => create.mutate(body, { onSuccess: () => setCreating(false) })}
        onClose={() => {
          create.reset();
          setCreating(false);
        }}
      />
    );
  const branch = environment.branch ?? environment.id;
  return (
    <Dialog onClose={onClose} title={t('environments.tokensOf', { branch })} size="lg">
      <Stack>
        <FailureAlert error={revoke.error} />
        <PagedList
          list={tokens}
          unloaded={t('environments.tokensUnloaded')}
          empty={<Text c="dimmed">{t('environments.noTokens')}</Text>}
        >
          {(items) => (
            <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
              {items.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => revoke.mutate(token.id)} />
              ))}
            </Stack>
          )}
        </PagedList>
        <Group justify="flex-end">
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            {t('environments.newToken')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function TokenRow({ token, onRevoke }: { token: DeploymentEnvironmentToken; onRevoke(): void }) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm">
          {t('environments.token', { time: formatTime(token.created_at), by: token.created_by ?? '' })}
        </Text>
        <Text size="xs" c="dimmed">
          {t('environments.tokenUntil', {
            scopes: token.scopes.join(', '),
            time: formatTime(token.expires_at),
          })}
        </Text>
      </div>
      <Button size="compact-sm" variant="subtle" color="red" onClick={onRevoke}>
        {t('environments.revoke')}
      </Button>
    </Group>
  );
}
