// sqlglot, a parser of the SQL of many engines that is not ours: 34 MB to keep.
import { bringPython } from '../python-packages.mjs';

/** Puts a sqlglot into an empty folder. Needs Python 3.9 or newer with venv. */
export const bring = (target) => bringPython(target, ['sqlglot==30.30.0']);
