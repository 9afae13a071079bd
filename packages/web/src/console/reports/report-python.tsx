import { Alert, Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { PythonAnalysisFilteredRun, ReportPython, ReportPythonResult } from '@oriel/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import type { useRunPython } from './use-report-python.ts';

interface ReportPythonBarProps {
  python: ReportPython;
  run: ReturnType<typeof useRunPython>;
}

/** When the Python of a report was run, and the button that runs it; why it cannot be, and why the last run failed. */
export function ReportPythonBar({ python: { result, canRun, whyNot }, run }: ReportPythonBarProps) {
  const failed = run.data?.executionError != null ? run.data : undefined;
  return (
    <Stack gap="xs" mt="md" component="section" aria-label={t('python.title')}>
      <Group gap="sm">
        <Text fw={600}>{t('python.title')}</Text>
        {result?.isOutdated === true && (
          <Badge variant="light" color="orange">
            {t('python.outdated')}
          </Badge>
        )}
        <Text size="sm" c="dimmed" flex={1} miw={200}>
          {result ? ranText(result) : t('python.never')}
        </Text>
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconPlayerPlay size={15} />}
          disabled={!canRun}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {t('python.run')}
        </Button>
      </Group>
      {whyNot != null && (
        <Text size="sm" c="dimmed">
          {whyNot}
        </Text>
      )}
      {result?.isOutdated === true && <Text size="sm">{t('python.outdatedText')}</Text>}
      <FailureAlert error={run.error} />
      {failed && <FailedRun run={failed} isKept={result != null} />}
      {result && <Printed {...result} />}
    </Stack>
  );
}

function ranText({ at, ranBy, inputRowCount: count }: ReportPythonResult): string {
  const ran = { time: formatTime(at), count };
  const text = ranBy
    ? t('python.ran', { ...ran, name: ranBy.firstName || ranBy.email })
    : t('python.ranByNobody', ran);
  return `${text}. ${t('python.shownToAll')}`;
}

function FailedRun({ run, isKept }: { run: PythonAnalysisFilteredRun; isKept: boolean }) {
  return (
    <Alert color="red" role="alert" title={t('python.failed')}>
      <Text size="sm">{run.executionError}</Text>
      {isKept && <Text size="sm">{t('python.keptText')}</Text>}
      <Printed {...run} />
    </Alert>
  );
}

/** What a script has written to its streams, folded. */
function Printed({ stdout, stderr }: { stdout: string; stderr: string }) {
  const streams = [
    [t('python.printed'), stdout],
    [t('python.warned'), stderr],
  ] as const;
  return streams.map(
    ([label, text]) =>
      text !== '' && (
        <details key={label}>
          <Text component="summary" size="sm">
            {label}
          </Text>
          <Code block mah={240} style={{ overflow: 'auto' }} tabIndex={0}>
            {text}
          </Code>
        </details>
      ),
  );
}
