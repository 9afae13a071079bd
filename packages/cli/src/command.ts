import type { Client } from '@oriel/client';
import type { FlagName, Flags } from './flags.ts';
import type { ServerAddress } from './server-address.ts';

/** What the command ends with, for scripts. */
export const exitCodes = {
  done: 0,
  /** The server refused, or something went wrong. */
  failed: 1,
  /** The command line cannot be understood, or a setting cannot be used. */
  usage: 2,
  /** No server answers. */
  unreachable: 3,
} as const;

/** Everything that a command line does to the world. */
export interface Effects {
  /** A line of the result. */
  print(line: string): void;
  /** A line for whoever is looking; never part of the result. */
  printError(line: string): void;
  /** The server and the key that flags, variables or a server that was started here name. */
  findServer(flags: Flags): Promise<ServerAddress>;
  /** Runs the server in this terminal until it ends, and answers with its exit code. */
  startServer(args: readonly string[]): Promise<number>;
}

/** What a command is given to do its work with. */
export interface CommandContext extends Pick<Effects, 'print' | 'printError'> {
  readonly client: Client;
  readonly flags: Flags;
}

/** A command that asks a server for something and prints it. */
export interface Command {
  /** What stands behind the command's name: the flags that it cannot do without. */
  readonly usage: string;
  /** What it does, in a sentence or two. */
  readonly description: string;
  /** The flags that it takes beside those of every command. */
  readonly flags: readonly FlagName[];
  run(context: CommandContext): Promise<void>;
}

/** The command line asks for what cannot be; the message is for whoever typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
