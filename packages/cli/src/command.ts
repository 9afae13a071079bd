import type { Client } from '@oriel/client';
import type { FlagName, Flags } from './flags.ts';
import type { ServerAddress } from './server-address.ts';

/** A terminal that a person looks at. */
interface Terminal {
  readonly columns: number;
  /** Writes without a line break. */
  write(text: string): void;
}

/** The one thing behind a command's name that is no flag. */
interface Operand {
  readonly name: string;
  readonly help: string;
}

/** Everything that a command line does to the world. */
export interface Effects {
  /** A line of the result. */
  print(line: string): void;
  /** A line for a person; never part of the result. */
  printError(line: string): void;
  /** A chunk of a long result, in UTF-8; resolves when it has been taken, so that chunks do not pile up. */
  printNext(chunk: Uint8Array): Promise<void>;
  /** The standard input, in chunks of any length, until the signal is aborted. */
  readInput(signal: AbortSignal): AsyncIterable<string>;
  /**
   * Does work that Ctrl-C ends: the signal is aborted, and the work ends in order.
   *
   * @throws `CommandError` with the exit code 130 when it was interrupted
   */
  untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** The terminal behind the error output; undefined where a file or another program reads it. */
  readonly terminal: Terminal | undefined;
  /** The variables of the environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The server and the key that flags, variables or a server that was started here name. */
  findServer(flags: Flags): Promise<ServerAddress>;
  /** Runs the server in this terminal until it ends, and answers with its exit code. */
  startServer(args: readonly string[]): Promise<number>;
  /** Runs a command on the installation itself, and answers with its exit code. */
  runOperator(args: readonly string[]): Promise<number>;
}

interface CommandDescription {
  /** What stands behind the command's name: what it cannot do without. */
  readonly usage: string;
  /** What it does, in a sentence or two. */
  readonly description: string;
  /** The flags that it takes beside those of every command. */
  readonly flags: readonly FlagName[];
}

/** What a command is given to do its work with. */
export interface CommandContext extends Pick<
  Effects,
  'print' | 'printError' | 'terminal' | 'untilInterrupted'
> {
  readonly client: Client;
  /** The server, and what it is shown. */
  readonly server: ServerAddress;
  readonly flags: Flags;
  /** The value of the command's operand; empty where it has none. */
  readonly operand: string;
}

/** A command that asks a server for something and prints it. */
export interface ServerCommand extends CommandDescription {
  readonly kind: 'server';
  readonly operand?: Operand;
  /** Answers with the exit code, where it is not always 0. */
  run(context: CommandContext): Promise<number | void>;
}

/** What a command is given that asks no server. */
export interface LocalContext extends Omit<Effects, 'findServer' | 'startServer' | 'runOperator'> {
  readonly flags: Flags;
  /** The value of the command's operand; empty where it has none. */
  readonly operand: string;
}

/** A command that works on the files of this machine, the stored logins among them. */
export interface LocalCommand extends CommandDescription {
  readonly kind: 'local';
  readonly operand?: Operand;
  /** Answers with the exit code. */
  run(context: LocalContext): Promise<number>;
}

/** One command of `oriel`: what it is called with, what its help says, and what it does. */
export type Command = ServerCommand | LocalCommand;
