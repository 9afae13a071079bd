import { refuseFields } from '@oriel/contract';

/** Variables that decide what a process is, loads and reads as its settings. */
const RESERVED =
  /^(PATH|HOME|TZ|LANG|TMPDIR|TEMP|TMP|SHELL|USER|PWD|IFS|ENV|UV_THREADPOOL_SIZE|(LD|DYLD|NODE|NPM|LC|GLIBC|MALLOC|OPENSSL|SSL|PG|ORIEL|CUBEJS|SVC|CUBE|DUCKDB|GIT|DATABASE)_.*|PG[A-Z]+|.*_PROXY|GCONV_PATH|BASH_.*|OPENSSL.*)$/;

/** @throws `validation_failed` for a variable that a runtime itself goes by */
export function checkTargetVariable(name: string): void {
  if (RESERVED.test(name))
    throw refuseFields([
      { path: 'targetEnvVar', message: 'is a variable that runtimes themselves go by; choose another' },
    ]);
}
