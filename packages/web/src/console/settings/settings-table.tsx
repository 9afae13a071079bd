import { Table, type TableTdProps } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './settings-table.module.css';

/** A time in a cell, on one line. */
export function TimeCell({ children, ...cell }: TableTdProps) {
  return (
    <Table.Td className={styles.time} {...cell}>
      {children}
    </Table.Td>
  );
}

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
