import { defineTables } from '../db/schema/table-rules.ts';

// #region tables
declare module '../db/tables.ts' {
  interface Tables extends VariableTables {}
}

/** Variables of deployments. */
interface VariableTables {
  deploymentVariables: {
    deploymentId: number;
    name: string;
    /** Of before values were encrypted; a server encrypts it when it starts. */
    value: string | null;
    encryptedValue: Buffer | null;
    keyId: string | null;
  };
}

/** What becomes of their rows. */
export const variableTables = defineTables<VariableTables>({
  deploymentVariables: {
    audited: {
      resource: 'variable',
      key: ['deploymentId', 'name'],
      secret: ['value', 'encryptedValue'],
      kept: ['keyId'],
    },
  },
});
// #endregion
