import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { OAuthFrame } from './consent-card.tsx';
import styles from './device-page.module.css';

interface CodeFormProps {
  initial: string;
  isWrong: boolean;
  isBusy: boolean;
  onEnter(code: string): void;
}

/** Asks for the code that a device shows. */
export function CodeForm({ initial, isWrong, isBusy, onEnter }: CodeFormProps) {
  const [code, setCode] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isBusy) field.current?.focus();
  }, [isBusy]);
  return (
    <OAuthFrame>
      <div>
        <Title order={1}>{t('oauth.device.title')}</Title>
        <Text c="dimmed">{t('oauth.device.hint')}</Text>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onEnter(code.trim().toUpperCase());
        }}
      >
        <Stack>
          <TextInput
            ref={field}
            label={t('oauth.device.code')}
            required
            withAsterisk={false}
            classNames={{ input: styles.input }}
            placeholder={t('oauth.device.codeExample')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={code}
            error={isWrong && !isBusy && code === initial ? t('oauth.device.wrong') : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" loading={isBusy}>
            {t('oauth.device.next')}
          </Button>
        </Stack>
      </form>
    </OAuthFrame>
  );
}
