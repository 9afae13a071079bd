import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../api-keys/key-table.module.css';

/** The frame of a table of settings; it scrolls by itself where it is wider than the page. */
export function SettingsTable({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <Table.ScrollContainer minWidth={320} type="native" className={styles.frame}>
      <Table highlightOnHover verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>{head}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
