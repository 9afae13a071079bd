/** A filter as a control sets it. `value` null sets nothing. */
export interface FilterSetting {
  widgetId: string;
  member: string;
  /** One of the API's filter operators, in snake case. */
  operator: string;
  value: FilterValue;
  /** Whether the member is known to be a time, which is asked for by its days. */
  isTime?: boolean;
}

export type FilterValue = string | number | boolean | null | readonly (string | number | boolean)[];

export interface GrainSetting {
  widgetId: string;
  member: string;
  granularity: string;
}

/** A member that charts ask for in the place of another. */
export interface FieldSetting {
  widgetId: string;
  /** The member of the reports; the columns of their rows keep its name. */
  member: string;
  selected: string;
}

/** What the controls of a dashboard say at one moment. */
export interface ControlSettings {
  filters: readonly FilterSetting[];
  grains: readonly GrainSetting[];
  fields: readonly FieldSetting[];
  timezone?: string | undefined;
}

/** By control: left out for the chart, or acting on another member. */
export type ControlMapping = Readonly<Record<string, false | { member: string }>> | undefined;

/** The parts of a query that controls look at. */
export type Query = Record<string, unknown> & {
  measures?: string[];
  dimensions?: string[];
  timeDimensions?: { dimension: string; granularity?: string; dateRange?: unknown }[];
  filters?: object[];
  order?: Record<string, string> | [string, string][];
  fillMissingRows?: { member: string };
};
