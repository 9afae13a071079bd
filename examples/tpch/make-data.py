"""Writes a DuckDB file with the eight tables of TPC-H, and the standard's queries and answers beside them.

    make-data.py SCALE FILE

The module `duckdb` and the extension `duckdb_extension_tpch` have the same version, and are found on PYTHONPATH.
"""

import pathlib
import sys

import duckdb
import duckdb_extension_tpch

scale, file = float(sys.argv[1]), sys.argv[2]
[extension] = pathlib.Path(duckdb_extension_tpch.__file__).parent.glob("extensions/*/tpch.duckdb_extension")
with duckdb.connect(file) as connection:
    connection.load_extension(str(extension))
    connection.execute("CALL dbgen(sf = ?)", [scale])
    connection.execute("CREATE TABLE tpch_queries AS SELECT query_nr, query FROM tpch_queries()")
    connection.execute(
        "CREATE TABLE tpch_answers AS SELECT query_nr, answer FROM tpch_answers() WHERE scale_factor = ?", [scale]
    )
