/** A column of the result that a drawing may name. */
export interface ChartColumn {
  readonly key: string;
  /** Its key in the rows, where that is another: a time has its granularity there. */
  readonly cell?: string;
  readonly kind: 'measure' | 'dimension' | 'time';
  readonly title: string;
  /** Whether it is a change since an earlier period, which has another unit than the measures beside it. */
  readonly isChange?: boolean;
}

/** Whether it is a comparison of periods, which is no member of the query. */
export const isCompared = ({ isChange }: ChartColumn): boolean => isChange !== undefined;

/** The key of a column in the rows. */
export const cellOf = ({ key, cell = key }: ChartColumn): string => cell;
