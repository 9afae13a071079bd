"""Executes SQL by a local Spark: a JSON object of `sql` and `params` a line, and its answer a line."""

import datetime
import decimal
import json
import os
import sys

os.environ["TZ"] = "UTC"

from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.sql.shuffle.partitions", "1")
    # Rows are few: compiling code for them takes longer than reading them.
    .config("spark.sql.codegen.wholeStage", "false")
    .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    .config("spark.sql.adaptive.enabled", "false")
    .config("spark.sql.warehouse.dir", os.path.join(sys.argv[1], "warehouse"))
    .config("spark.local.dir", sys.argv[1])
    .config("spark.log.level", "OFF")
    .getOrCreate()
)


def plain(value):
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ", timespec="microseconds")
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, datetime.date):
        return str(value)
    return value


def answer(sql, params):
    rows = spark.sql(sql, args={f"p{index + 1}": value for index, value in enumerate(params)})
    return {
        "columns": rows.columns,
        "rows": [[plain(value) for value in row] for row in rows.collect()],
    }


for line in sys.stdin:
    try:
        shown = answer(**json.loads(line))
    except Exception as error:
        shown = {"error": str(error)[:2000]}
    print(json.dumps(shown), flush=True)
