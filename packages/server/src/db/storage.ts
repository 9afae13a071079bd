import { statfs } from 'node:fs/promises';
import { isStorageFull } from './connection/database-refusals.ts';

/** Knows whether what is written can be stored. */
export interface Storage {
  /** Says why writing is refused; undefined while there is free space. */
  fullReason(): Promise<string | undefined>;
  /** Learns of the code of an error of the database. */
  noteErrorCode(code: string): void;
}

/** What is watched. */
interface StorageOptions {
  /** The folders that are written to; those of one disk may be given together. */
  readonly folders: readonly string[];
  /** So much stays free on each of their disks. */
  readonly reserveBytes: number;
  /** Milliseconds since some moment, which never go back; default: the process's clock. */
  now?(): number;
}

const CHECK_MS = 1_000;
/** So long after the database has said that its disk is full, it is taken to be. */
const FULL_MS = 5_000;

/**
 * Watches the free space of disks, at most once a second and only while it is in use, and what the database says of its
 * own.
 */
export function createStorage({
  folders,
  reserveBytes,
  now = () => performance.now(),
}: StorageOptions): Storage {
  let checked: { at: number; reason: Promise<string | undefined> } | undefined;
  let fullUntil = -Infinity;

  const check = async (): Promise<string | undefined> => {
    for (const folder of folders) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < reserveBytes)
        return `The disk of ${folder} has ${toMegabytes(bavail * bsize)} MB left, less than the ${toMegabytes(reserveBytes)} MB that are kept free`;
    }
    return undefined;
  };
  return {
    async fullReason() {
      if (now() < fullUntil) return 'The disk of the database is full';
      if (!checked || now() - checked.at >= CHECK_MS) checked = { at: now(), reason: check() };
      return checked.reason;
    },
    noteErrorCode(code) {
      if (isStorageFull(code)) fullUntil = now() + FULL_MS;
    },
  };
}

const toMegabytes = (bytes: number) => Math.floor(bytes / 2 ** 20);
