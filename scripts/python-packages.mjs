import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Makes a Python environment of an empty folder and puts packages of PyPI into it, each as `name==version`. */
export function bringPython(target, packages) {
  const options = { stdio: 'inherit' };
  execFileSync('python3', ['-m', 'venv', target], options);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  execFileSync(join(target, 'bin/python'), [...install, ...packages], options);
}
