import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { checkPassword } from './password-hash.ts';

/** One password to check. */
export interface PasswordJob {
  readonly password: string;
  /** As `users.password_hash`. */
  readonly stored: string | null;
}

// On Linux the priority is of this thread alone, elsewhere it would be of the whole server.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', ({ password, stored }: PasswordJob) =>
  parentPort?.postMessage(checkPassword(password, stored)),
);
