import { Alert } from '@mantine/core';
import type { AppTheme } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { contrastWarnings } from './edited-theme.ts';

/** Says where the accent is hard to see. */
export function ContrastNotice({ theme }: { theme: AppTheme }) {
  const warnings = contrastWarnings(theme);
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" role="status" title={t('appearance.contrast.title')}>
      {warnings.map(({ scheme, contrast }) => (
        <div key={scheme}>
          {t('appearance.contrast.accent', {
            scheme: t(`appearance.scheme.${scheme}`),
            contrast: contrast.toFixed(1),
          })}
        </div>
      ))}
    </Alert>
  );
}
