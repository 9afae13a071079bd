import { Button, Code, Flex, Table, Text, VisuallyHidden } from '@mantine/core';
import type { EmbedRefusedOrigin } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatCount, formatTime } from '../times/format-time.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useRefusedOrigins } from './account-api.ts';

/** The origins with pages that wanted to embed and were refused: each is allowed or forgotten by one click. */
export function RefusedOrigins() {
  const { query, allow, forget } = useRefusedOrigins();
  return (
    <SettingsSection title={t('account.refused.title')} hint={t('account.refused.hint')}>
      <FailureAlert error={allow.error ?? forget.error} mb="sm" />
      {query.data ? (
        query.data.length === 0 ? (
          <Text c="dimmed">{t('account.refused.none')}</Text>
        ) : (
          <SettingsTable
            head={
              <>
                <Table.Th>{t('account.refused.origin')}</Table.Th>
                <Table.Th>{t('account.refused.refusals')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('account.refused.last')}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>{t('account.refused.actions')}</VisuallyHidden>
                </Table.Th>
              </>
            }
          >
            {query.data.map((refused) => (
              <RefusedOriginRow
                key={refused.origin}
                refused={refused}
                isBusy={allow.isPending || forget.isPending}
                onAllow={() => allow.mutate(refused.origin)}
                onForget={() => forget.mutate(refused.origin)}
              />
            ))}
          </SettingsTable>
        )
      ) : query.isError ? (
        <ErrorState
          title={t('account.refused.unloaded')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </SettingsSection>
  );
}

interface RefusedOriginRowProps {
  refused: EmbedRefusedOrigin;
  isBusy: boolean;
  onAllow(): void;
  onForget(): void;
}

function RefusedOriginRow({ refused, isBusy, onAllow, onForget }: RefusedOriginRowProps) {
  const { origin, refusals, lastRefusedAt } = refused;
  const last = formatTime(lastRefusedAt);
  return (
    <Table.Tr>
      <Table.Td>
        <Code style={{ overflowWrap: 'anywhere' }}>{origin}</Code>
        {/* What the columns of wider screens say. */}
        <Text hiddenFrom="sm" size="xs" c="dimmed">
          {last}
        </Text>
      </Table.Td>
      <Table.Td>{formatCount(refusals)}</Table.Td>
      <Table.Td visibleFrom="sm">{last}</Table.Td>
      <Table.Td>
        <Flex gap="xs" justify="flex-end" direction={{ base: 'column', sm: 'row' }}>
          <Button
            size="xs"
            variant="light"
            disabled={isBusy}
            aria-label={t('account.refused.allowOf', { origin })}
            onClick={onAllow}
          >
            {t('account.refused.allow')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={isBusy}
            aria-label={t('account.refused.forgetOf', { origin })}
            onClick={onForget}
          >
            {t('account.refused.forget')}
          </Button>
        </Flex>
      </Table.Td>
    </Table.Tr>
  );
}
