import { Button, Collapse } from '@mantine/core';
import { useState } from 'react';
import { Copyable } from '../elements/copyable.tsx';
import { t } from '../../messages/console-texts.ts';

/** The query behind a report, once it is asked for. */
export function QueryText({ text }: { text: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t('report.hideQuery') : t('report.showQuery')}
      </Button>
      <Collapse expanded={isShown} mt="xs">
        <Copyable label={t('report.queryLabel')} text={indented(text)} />
      </Collapse>
    </>
  );
}

/** A query that is no JSON is shown as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
