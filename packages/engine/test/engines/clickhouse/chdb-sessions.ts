import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What is used of the class `Session` of the package `chdb`. */
interface NativeSession {
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array; text(): string }>;
  queryStream(sql: string, options: { format: string }): AsyncIterable<{ raw(): Uint8Array }>;
  close(): void;
}

/** One connection to the engine, for one request. */
export interface ChdbSession {
  set(settings: readonly (readonly [name: string, value: string])[]): Promise<void>;
  use(database: string): Promise<void>;
  run(sql: string, checked: CheckedStatement): AsyncIterable<Uint8Array>;
  close(): void;
}

/** What the parser of the engine says of a statement. */
interface CheckedStatement {
  readonly isSelect: boolean;
  /** The one it names, or the one that is wished for. */
  readonly format: string;
}

const SPARE_SESSIONS = 4;

/** The sessions of an engine that has its data in a folder. */
export function createSessions(engine: string, data: string) {
  const { Session } = createRequire(join(engine, 'package.json'))('chdb') as {
    Session: new (path: string) => NativeSession;
  };
  const open = () => new Session(data);
  // Ends with the process: a session of its own for what no client asks.
  const own = open();
  const spare: NativeSession[] = [];
  const fill = () => {
    if (spare.length >= SPARE_SESSIONS) return;
    spare.push(open());
    setImmediate(fill);
  };
  fill();
  const ask = async (sql: string) => (await own.queryAsync(sql, { format: 'TabSeparatedRaw' })).text().trim();
  return {
    /** A session that nothing was set in. */
    take(): ChdbSession {
      setImmediate(fill);
      return sessionOf(spare.pop() ?? open());
    },
    /** Refuses what is not one statement. */
    async check(sql: string, format: string): Promise<CheckedStatement> {
      try {
        const shown = await ask(`SELECT formatQuerySingleLine(${quote(sql)})`);
        const own = / FORMAT (\w+)$/.exec(shown)?.[1];
        return { isSelect: /^\(*(?:select|with)\b/i.test(shown), format: own ?? format };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(message.replace(/\s*: In scope .*(?= \()/s, ''), { cause: error });
      }
    },
    async kill(id: string): Promise<void> {
      await ask(`KILL QUERY WHERE Settings['log_comment'] = ${quote(id)} ASYNC`);
    },
  };
}

function sessionOf(native: NativeSession): ChdbSession {
  const run = (sql: string) => native.queryAsync(sql, { format: 'CSV' });
  return {
    async set(settings) {
      const list = settings.map(([name, value]) => `${name} = ${quote(value)}`);
      if (list.length > 0) await run(`SET ${list.join(', ')}`);
    },
    use: async (database) => void (await run(`USE \`${database}\``)),
    async *run(sql, { isSelect, format }) {
      if (!isSelect) {
        yield (await native.queryAsync(sql, { format })).bytes();
        return;
      }
      let isFirst = true;
      for await (const chunk of native.queryStream(sql, { format })) {
        const bytes = chunk.raw();
        yield isFirst || !format.endsWith('WithNamesAndTypes') ? bytes : withoutHead(bytes);
        isFirst = false;
      }
    },
    close: () => native.close(),
  };
}

/** A library writes names and types before each chunk, a server once. */
function withoutHead(bytes: Uint8Array): Uint8Array {
  const names = bytes.indexOf(0x0a);
  return bytes.subarray(bytes.indexOf(0x0a, names + 1) + 1);
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
