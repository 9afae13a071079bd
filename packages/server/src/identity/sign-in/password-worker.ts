import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { checkPassword, hashPassword, type PasswordCost } from './password-hash.ts';

/** One password to check, or to hash where nothing is stored to check it against. */
export interface PasswordJob {
  readonly password: string;
  /** As `users.password_hash`; undefined: the password is hashed. */
  readonly stored: string | null | undefined;
}

// On Linux the priority is of this thread alone, elsewhere it would be of the whole server.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const { cost } = workerData as { cost: PasswordCost };

parentPort?.on('message', ({ password, stored }: PasswordJob) =>
  parentPort?.postMessage(
    stored === undefined ? hashPassword(password, cost) : checkPassword(password, stored, cost),
  ),
);
