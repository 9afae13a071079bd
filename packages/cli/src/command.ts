import type { Client } from '@oriel/client';

/** Everything a command does to the world, so that a test can stand in for it. */
export interface Effects {
  print(line: string): void;
  /** A client for the server that the flags or variables name. */
  connect(): Promise<Client>;
  /** Runs the server in this terminal until it ends, and answers with its exit code. */
  startServer(args: readonly string[]): Promise<number>;
}

/** A command cannot do what it was asked; the message is for whoever typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Prints rows as aligned columns under their headings. */
export function printTable(
  effects: Effects,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  for (const row of [headings, ...rows])
    effects.print(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
