/** What of a manifest of dbt cubes are made from. */
export interface DbtManifest {
  /** Undefined where the manifest does not say. */
  readonly dbtVersion?: string | undefined;
  readonly generatedAt?: string | undefined;
  readonly stats: { readonly models: number; readonly sources: number; readonly macros: number };
  /** Those that are tables or views, in the order of their ids. */
  readonly models: readonly DbtModel[];
  readonly relationships: readonly DbtRelationship[];
  /** What was passed over, in sentences. */
  readonly notes: readonly string[];
}

/** A model of dbt. */
export interface DbtModel {
  /** `model.<package>.<name>`, and its version where it has some. */
  readonly id: string;
  /** Unique among the models. */
  readonly name: string;
  readonly description: string;
  /** As SQL writes the table: quoted, and with database and schema where dbt knows them. */
  readonly table: string;
  readonly columns: readonly DbtColumn[];
  /** Names of columns, from constraints and tests, else by their names. Empty where nothing tells. */
  readonly primaryKey: readonly string[];
}

/** A column that is described. */
export interface DbtColumn {
  readonly name: string;
  readonly description: string;
  /** As the data source calls it; undefined where nobody has said. */
  readonly dataType?: string | undefined;
  /** Whether SQL has to quote its name. */
  readonly isQuoted: boolean;
}

/** One row of a model refers to one of another. */
export interface DbtRelationship {
  /** Ids of models, and columns of them. */
  readonly from: string;
  readonly fromColumn: string;
  readonly to: string;
  readonly toColumn: string;
}
