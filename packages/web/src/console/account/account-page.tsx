import { Stack } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { PageHeading } from '../settings/page-heading.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useAppConfig } from '../api/app-config.ts';
import { useAllowedOrigins, useImageHosts } from './account-api.ts';
import { CreatorForm } from './creator-form.tsx';
import { DownloadsForm } from './downloads-form.tsx';
import { RefusedOrigins } from './refused-origins.tsx';
import { PythonForm } from './python-form.tsx';
import { EmbeddingForm } from './embedding-form.tsx';
import { LayersList } from './layers-list.tsx';
import { TextListForm } from './text-list-form.tsx';
import { TimezoneForm } from './timezone-form.tsx';
import { ViewerParts } from './viewer-parts.tsx';

/** The settings of the account, in sections that are saved one by one. */
export function AccountPage() {
  const config = useAppConfig();
  const origins = useAllowedOrigins();
  const imageHosts = useImageHosts();
  useDocumentTitle(t('account.title'));
  return (
    <div className={styles.page}>
      <PageHeading title={t('account.title')} hint={t('account.hint')} />
      {config.data ? (
        <Stack maw={720}>
          <TimezoneForm config={config.data} />
          <DownloadsForm config={config.data} />
          <PythonForm config={config.data} />
          <EmbeddingForm config={config.data} />
          <ViewerParts config={config.data} />
          <CreatorForm config={config.data} />
          <LayersList />
          <TextListForm
            list={origins}
            title={t('account.origins.title')}
            hint={t('account.origins.hint')}
            label={t('account.origins.label')}
            placeholder={t('account.origins.example')}
          />
          <RefusedOrigins />
          <TextListForm
            list={imageHosts}
            title={t('account.imageHosts.title')}
            hint={t('account.imageHosts.hint')}
            label={t('account.imageHosts.label')}
            placeholder={t('account.imageHosts.example')}
          />
        </Stack>
      ) : config.isError ? (
        <ErrorState
          title={t('account.unloaded')}
          error={config.error}
          isRetrying={config.isFetching}
          onRetry={() => void config.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}
