import { Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getNonce } from 'get-nonce';
import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../../messages/console-texts.ts';
import type { CodeEditor, openCodeEditor, ShownCode } from './code-editor.ts';
import { codePhrases } from './code-phrases.ts';
import styles from './app-editor.module.css';

interface CodeFieldProps {
  /** The name of the file. */
  name: string;
  value: string;
  /** What can be undone, by file; kept by who shows one file after another. */
  histories: Map<string, ShownCode>;
  onChange(value: string): void;
  /** Hears what types a text at the cursor, for as long as the editor is open. */
  onOpen?(insert: ((text: string) => void) | undefined): void;
}

/** The content of a file. Its editor is loaded on first use; what was written waits outside of it. */
export function CodeField(props: CodeFieldProps) {
  const {
    data: code,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['code-editor'],
    queryFn: () => import('./code-editor.ts'),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    retry: false,
    // The failure is shown, and the button tries once more.
    networkMode: 'always',
  });
  if (code) return <LoadedField code={code} {...props} />;
  return (
    <div className={styles.code}>
      <div className={styles.absent}>
        {isFetching ? (
          <Loader role="status" aria-label={t('state.loading')} size="sm" />
        ) : (
          <div role="alert">
            <Text fw={600}>{t('codeField.notLoaded')}</Text>
            <Text size="sm" c="dimmed" mb="sm">
              {t('codeField.notLoadedText')}
            </Text>
            <Button variant="light" onClick={() => void refetch()}>
              {t('action.tryAgain')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

interface LoadedFieldProps extends CodeFieldProps {
  code: { openCodeEditor: typeof openCodeEditor };
}

function LoadedField({ code, name, value, histories, onChange, onOpen }: LoadedFieldProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const hintId = useId();
  const label = t('appEditor.contentOf', { name });
  const tell = useEffectEvent(onChange);
  const tellOpen = useEffectEvent((insert: ((text: string) => void) | undefined) => onOpen?.(insert));
  const open = useEffectEvent((element: HTMLElement) =>
    code.openCodeEditor({
      parent: element,
      file: { name, text: value, label, phrases: codePhrases() },
      histories,
      nonce: getNonce() ?? '',
      hintId,
      onChange: (text) => tell(text),
    }),
  );
  // Both before the next key is pressed: a text that comes later would be taken for another one than what was typed.
  useLayoutEffect(() => {
    if (!parent.current) return undefined;
    const opened = open(parent.current);
    editor.current = opened;
    tellOpen(opened.insert);
    return () => {
      opened.close();
      editor.current = undefined;
      tellOpen(undefined);
    };
  }, []);
  useLayoutEffect(() => {
    editor.current?.show({ name, text: value, label, phrases: codePhrases() });
  }, [name, value, label]);
  return (
    <div className={styles.code}>
      <div className={styles.text} ref={parent} />
      <Text id={hintId} size="xs" c="dimmed" className={styles.hint}>
        {t('codeField.hint')}
      </Text>
    </div>
  );
}
