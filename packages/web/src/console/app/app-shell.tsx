import { Outlet } from '@tanstack/react-router';
import styles from './app-shell.module.css';

/** What stands around the rooms of an embedded application: nothing, for the host has a frame of its own. */
export function AppShell() {
  return (
    <main id="content" className={styles.main} tabIndex={-1}>
      <Outlet />
    </main>
  );
}
