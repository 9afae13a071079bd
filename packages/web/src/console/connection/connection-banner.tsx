import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useSurface } from '../surface/surface.ts';
import styles from './connection-banner.module.css';
import { connection, useIsServerThere } from './server-connection.ts';

/** Says once for the whole page that the server does not answer, and to a screen reader that it does again. */
export function ConnectionBanner() {
  const isThere = useIsServerThere();
  const [wasGone, setWasGone] = useState(false);
  if (!isThere && !wasGone) setWasGone(true);
  return (
    <>
      <VisuallyHidden role="status">{isThere && wasGone && t('connection.back')}</VisuallyHidden>
      {!isThere && <Banner />}
    </>
  );
}

function Banner() {
  const [isChecking, setChecking] = useState(false);
  const { onProblem } = useSurface();
  const message = t('connection.gone');
  // Once, whatever language the page has meanwhile.
  const tell = useEffectEvent(() => onProblem({ name: 'ConnectionError', message, context: 'connection' }));
  useEffect(() => tell(), []);
  const tryNow = async () => {
    setChecking(true);
    await connection.check();
    setChecking(false);
  };
  return (
    <div className={styles.banner} role="alert">
      <Loader size={14} color="orange" aria-hidden="true" />
      <span>{message}</span>
      <Button size="compact-sm" variant="default" loading={isChecking} onClick={() => void tryNow()}>
        {t('action.tryNow')}
      </Button>
    </div>
  );
}
