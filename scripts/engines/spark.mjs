// Spark for Python, which executes the SQL of Databricks: 460 MB to load, 520 MB to keep.
import { bringPython } from '../python-packages.mjs';

/** Puts a Spark into an empty folder. Needs Python 3.11 or newer with venv; to run it needs a Java of 17 or 21. */
export const bring = (target) => bringPython(target, ['pyspark==4.3.0']);
