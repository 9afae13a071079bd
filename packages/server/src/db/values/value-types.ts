import pg from 'pg';
import { toIsoTime } from './timestamps.ts';

/**
 * Values as they leave the database: bigint and count as numbers (ours stay far below 2^53), timestamps as the ISO
 * text that the API shows.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return toIsoTime;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;
