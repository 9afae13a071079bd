import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { EndpointForm } from './endpoint-form.tsx';
import {
  isNarrowed,
  useLanguageModel,
  useLanguageModelUsage,
  type UsageFilter,
} from './language-model-api.ts';
import { LimitForm } from './limit-form.tsx';
import { UsageFilterForm } from './usage-filter.tsx';
import { UsageTable } from './usage-table.tsx';

/** The language model of the account, how much of it a person may use in a day, and who took how much. */
export function LanguageModelPage() {
  const { data, error, isError, isFetching, refetch } = useLanguageModel();
  const [filter, setFilter] = useState<UsageFilter>({});
  const usage = useLanguageModelUsage(filter);
  useDocumentTitle(t('ai.title'));
  return (
    <div className={styles.page}>
      <PageHeading title={t('ai.title')} hint={t('ai.hint')} />
      {data ? (
        <Stack maw={720}>
          <EndpointForm settings={data} />
          <LimitForm settings={data} />
          <SettingsSection title={t('ai.usage.title')} hint={t('ai.usage.hint')}>
            <UsageFilterForm filter={filter} onChange={setFilter} />
            <PagedList
              list={usage}
              unloaded={t('ai.usage.unloaded')}
              empty={
                <Text size="sm">{t(isNarrowed(filter) ? 'ai.usage.filter.none' : 'ai.usage.none')}</Text>
              }
            >
              {(items) => (
                <UsageTable items={items} dailyTokens={data.dailyTokens ?? data.defaultDailyTokens} />
              )}
            </PagedList>
          </SettingsSection>
        </Stack>
      ) : isError ? (
        <ErrorState
          title={t('ai.unloaded')}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}
