import { databricks } from '@oriel/semantic';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '../support/test-engines.ts';
import { findPython, openPythonDoor } from './python-door.ts';

/** Whether a local Spark can be had, for a test's `skip`: how to get it where it cannot. */
export function sparkIsMissing(): string | false {
  const found = findPython('spark');
  if ('missing' in found) return found.missing;
  return findJava() === undefined && 'Spark needs a Java of 17 or 21';
}

/** Versions that Spark 4 runs on. */
function findJava(): string | undefined {
  if (process.env['JAVA_HOME']) return process.env['JAVA_HOME'];
  const places = '/usr/lib/jvm';
  const names = existsSync(places) ? readdirSync(places) : [];
  const name = names.find((each) => /\b(?:17|21)\b/.test(each) && existsSync(join(places, each, 'bin/java')));
  return name && join(places, name);
}

/** A Spark with the session that the dialect asks for. Its own settings are those of Databricks: ANSI mode. */
export async function openSpark(): Promise<TestDatabase> {
  const found = findPython('spark');
  const home = findJava();
  if ('missing' in found || home === undefined) throw new Error('There is no Spark here');
  const folder = mkdtempSync(join(tmpdir(), 'oriel-spark-'));
  const door = openPythonDoor(found.python, join(import.meta.dirname, 'spark-door.py'), [folder], {
    JAVA_HOME: home,
  });
  const ask = (sql: string, params: readonly unknown[]) =>
    door.ask({ sql, params: params.map((value) => (value === null ? null : String(value))) });
  for (const statement of databricks.session) await ask(statement, []);
  return {
    dialect: databricks,
    async run(statements) {
      for (const statement of statements.split(';\n')) if (statement.trim() !== '') await ask(statement, []);
    },
    // The form of the program's answers.
    query: async (sql, params) => (await ask(sql, params)) as Awaited<ReturnType<TestDatabase['query']>>,
    async close() {
      await door.close();
      rmSync(folder, { recursive: true });
    },
  };
}
