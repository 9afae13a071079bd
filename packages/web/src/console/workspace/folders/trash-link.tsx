import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../../../messages/console-texts.ts';
import { useSurface } from '../../surface/surface.ts';
import styles from './trash-link.module.css';

/** The way to what was deleted, where no menu of pages has it: in the embedded application. */
export function TrashLink() {
  if (useSurface().kind === 'console') return null;
  return (
    <Link className={styles.link} to="/trash">
      <IconTrash size={16} aria-hidden />
      {t('trash.title')}
    </Link>
  );
}
