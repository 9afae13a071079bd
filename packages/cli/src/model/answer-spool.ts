import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../command-error.ts';

/** A sink for an answer in chunks of UTF-8; the writer awaits each promise (backpressure). */
export interface AnswerSink {
  /** @throws `CommandError` with the code `spool.failed` when the disk is full */
  write(chunks: readonly Uint8Array[]): Promise<void> | void;
}

/**
 * Keeps an answer until it is whole, for of one that fails nothing is printed: a little in memory, more in a temporary
 * file.
 */
interface AnswerSpool extends AnswerSink {
  /** All that was written, once. */
  read(): AsyncIterable<Uint8Array>;
  /** Lets go of what is kept. */
  close(): Promise<void>;
}

/** Kept in memory, which most answers never go beyond. */
const MEMORY_BYTES = 8 * 1024 * 1024;

/** Makes a spool that holds small answers in memory and large ones in a file that is removed afterwards. */
export function createAnswerSpool(): AnswerSpool {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let file: FileHandle | undefined;

  const flush = async () => {
    const chunks = held;
    held = [];
    bytes = 0;
    try {
      file ??= await openTemporaryFile();
      await writeAll(file, chunks);
    } catch (error) {
      throw spoolFailed(error);
    }
  };
  return {
    write(chunks) {
      for (const chunk of chunks) {
        held.push(chunk);
        bytes += chunk.byteLength;
      }
      return bytes > MEMORY_BYTES ? flush() : undefined;
    },
    async *read() {
      if (file) yield* file.createReadStream({ start: 0, autoClose: false });
      yield* held;
    },
    close: async () => file?.close(),
  };
}

/** An unlinked temporary file: only this process can read it, and it vanishes however the command ends. */
async function openTemporaryFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-'));
  try {
    return await open(join(folder, 'answer'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  const whole = Buffer.concat(chunks);
  // The file may take less than it is given.
  for (let start = 0; start < whole.byteLength;) start += (await file.write(whole, start)).bytesWritten;
}

function spoolFailed(error: unknown): CommandError {
  const message = `A large answer is kept in ${tmpdir()} until it is whole, which failed: ${(error as Error).message}`;
  return new CommandError(message, exitCodes.failed, { code: 'spool.failed' }, { cause: error });
}
