import { Alert, Text } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import { pageLanguage } from '../../messages/language.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import type { useTryLanguageModel } from './language-model-api.ts';

interface TrialResultProps {
  trial: Pick<ReturnType<typeof useTryLanguageModel>, 'data' | 'error' | 'isPending'>;
  /** Whether a field says why the trial was refused. */
  isShownElsewhere: boolean;
}

const secondsOf = (durationMs: number) =>
  (durationMs / 1000).toLocaleString(pageLanguage(), { maximumSignificantDigits: 2 });

/** What a trial has found out: the answer of the model, or why there is none. */
export function TrialResult({ trial: { data, error, isPending }, isShownElsewhere }: TrialResultProps) {
  return (
    <>
      <div role="status">
        {isPending && (
          <Text size="sm" c="dimmed">
            {t('ai.model.trying')}
          </Text>
        )}
        {data?.isAnswered === true && (
          <Alert color="green">
            {t(data.text === null ? 'ai.model.answered' : 'ai.model.answeredText', {
              model: data.model ?? '',
              seconds: secondsOf(data.durationMs),
              text: data.text ?? '',
            })}
          </Alert>
        )}
      </div>
      {data?.failure && (
        <Alert color="red" role="alert" title={t('ai.model.unanswered')}>
          {data.failure.message}
        </Alert>
      )}
      <FailureAlert error={isShownElsewhere ? null : error} />
    </>
  );
}
