import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';
import { rowsOf, runIn, type CreateListRows } from '../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  variableName: {
    missing: 'MISSING',
    make: async ({ calls }) => {
      const name = `SECRET_${crypto.randomUUID().replaceAll('-', '')}`;
      await calls.ok('PUT', '/env-vars', { body: { env_variables: [{ name, value: SECRET }] } });
      return name;
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = (context) => {
  const run = runIn(context);
  return {
    getEnvVariables: {
      ...rowsOf('deployment_variables', { field: 'name', column: 'name' }),
      // What is encrypted is so under its name, which copies do not have.
      start: () =>
        run("update deployment_variables set value = 'plain', encrypted_value = null, key_id = null"),
    },
  };
};
