"""
Reads SQL as sqlglot understands a dialect: a JSON object a line, and its answer a line.

`{"dialect", "sql", "tables"}`: `tables` are statements of PostgreSQL that make the tables. An answer has `error`, or
what the statement says: `unknown` functions, `correlated`: sub-queries that look at
rows around them, `unequal`: outer
joins without an equality between their sides, `mixed` types that meet, and the same statement for DuckDB.
"""

import functools
import json
import re
import sys

import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel
from sqlglot.optimizer.annotate_types import annotate_types
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import traverse_scope
from sqlglot.schema import MappingSchema


def parse_one(sql, dialect):
    statements = sqlglot.parse(sql, read=dialect, error_level=ErrorLevel.RAISE)
    if len(statements) != 1 or statements[0] is None:
        raise ValueError(f"{len(statements)} statements")
    tree = statements[0]
    for command in tree.find_all(exp.Command):
        raise ValueError(f"Not understood: {command.sql()}")
    return tree


@functools.lru_cache
def schema_of(tables, dialect):
    schema = MappingSchema(dialect=dialect)
    for statement in sqlglot.parse(tables, read="postgres"):
        if isinstance(statement, exp.Create):
            schema.add_table(statement.find(exp.Table).copy(), columns_of(statement, dialect), dialect=dialect)
    return schema


def columns_of(statement, dialect):
    """Of a table with types, or of one made of rows of no known type."""
    if isinstance(statement.this, exp.Schema):
        return {
            column.this.copy(): type_of(column, dialect)
            for column in statement.this.expressions
        }
    rows = statement.find(exp.Values)
    names = rows.args["alias"].columns if rows and rows.args.get("alias") else []
    return {name.copy(): exp.DataType.build("unknown") for name in names}


def conjuncts(condition):
    if isinstance(condition, exp.Paren):
        return conjuncts(condition.this)
    if isinstance(condition, exp.And):
        return [*conjuncts(condition.left), *conjuncts(condition.right)]
    return [condition]


def sides_of(expression):
    columns = {column.table for column in expression.find_all(exp.Column)}
    # Whole rows, by their alias.
    return columns | {row.name for row in expression.find_all(exp.TableColumn)}


def has_equality(join):
    for condition in conjuncts(join.args.get("on")):
        if isinstance(condition, exp.EQ):
            left, right = sides_of(condition.left), sides_of(condition.right)
            if left and right and not left & right:
                return True
    return False


def type_of(column, dialect):
    """Times are instants in BigQuery, which it compares with nothing else."""
    kind = column.args["kind"].copy()
    if dialect == "bigquery" and kind.is_type("timestamp"):
        return exp.DataType.build("timestamptz")
    return kind


COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ)
KINDS = {
    **{kind: "number" for kind in exp.DataType.NUMERIC_TYPES},
    **{kind: "text" for kind in exp.DataType.TEXT_TYPES},
    exp.DataType.Type.BOOLEAN: "truth",
    exp.DataType.Type.DATE: "day",
    exp.DataType.Type.TIMESTAMP: "clock",
    exp.DataType.Type.DATETIME: "clock",
    exp.DataType.Type.TIMESTAMPNTZ: "clock",
    exp.DataType.Type.TIMESTAMPTZ: "instant",
    exp.DataType.Type.TIMESTAMPLTZ: "instant",
}


def kind_of(expression):
    expression = expression.unalias()
    # These take the type of what they meet.
    if isinstance(expression, (exp.Parameter, exp.Placeholder, exp.Null)):
        return None
    return KINDS.get(expression.type.this) if expression.type else None


def compared(tree):
    for node in tree.find_all(*COMPARISONS):
        yield node, [node.left, node.right]
    for node in tree.find_all(exp.In):
        yield node, [node.this, *node.expressions]
    for node in tree.find_all(exp.Coalesce):
        yield node, [node.this, *node.expressions]
    for node in tree.find_all(exp.Case):
        default = node.args.get("default")
        yield node, [*(one.args["true"] for one in node.args["ifs"]), *([default] if default else [])]
    for node in tree.find_all(exp.SetOperation):
        for columns in zip(node.left.selects, node.right.selects):
            yield node, columns


def mixed_types(tree, dialect, schema):
    """Where values of different kinds of types meet, as far as their types are known."""
    annotated = annotate_types(tree.copy(), schema=schema, dialect=dialect)
    found = []
    for node, values in compared(annotated):
        kinds = {kind_of(value) for value in values} - {None}
        if len(kinds) > 1:
            found.append(f"{sorted(kinds)}: {node.sql(dialect)}")
    return found


# A list in FROM, which sqlglot leaves half translated.
FLATTENED = re.compile(r",\s+CROSS JOIN UNNEST\(INPUT => (RANGE\(.*?\))\) AS (\w+)\(SEQ,[^)]*\)")


def for_duckdb(tree, dialect):
    """With placeholders by position, and with what sqlglot knows not to differ."""
    if dialect == "bigquery":
        for like in list(tree.find_all(exp.Like)):
            like.replace(exp.Escape(this=like.copy(), expression=exp.Literal.string("\\")))
    for parameter in list(tree.find_all(exp.Parameter)):
        position = str(parameter.this.name).removeprefix("p")
        parameter.set("this", exp.Literal.number(position))
    return FLATTENED.sub(r", UNNEST(\1) AS \2(INDEX)", tree.sql("duckdb"))


def answer(dialect, sql, tables):
    tree = parse_one(sql, dialect)
    qualified = qualify(
        tree.copy(), dialect=dialect, schema=schema_of(tables, dialect), validate_qualify_columns=True
    )
    scopes = list(traverse_scope(qualified))
    return {
        "unknown": sorted({one.name.lower() for one in tree.find_all(exp.Anonymous)}),
        "correlated": [
            scope.expression.sql(dialect)
            for scope in scopes
            # Not what stands beside others in FROM.
            if scope.is_correlated_subquery and isinstance(scope.expression, exp.Query)
        ],
        "unequal": [
            join.sql(dialect)
            for join in qualified.find_all(exp.Join)
            if join.side in ("LEFT", "RIGHT", "FULL") and not has_equality(join)
        ],
        "mixed": mixed_types(qualified, dialect, schema_of(tables, dialect)),
        "duckdb": for_duckdb(tree, dialect),
    }


for line in sys.stdin:
    try:
        shown = answer(**json.loads(line))
    except Exception as error:
        shown = {"error": f"{type(error).__name__}: {error}"[:2000]}
    print(json.dumps(shown), flush=True)
