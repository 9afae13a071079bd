import { serverBrands } from '@oriel/contract';
import { parseArgs } from 'node:util';
import { buildOpenApi } from './http/openapi/openapi.ts';
import { version } from './version.ts';

/**
 * `npm run openapi` prints the document of the API, without starting anything; `-- --brand cube` in the names of that
 * brand.
 */
const { values } = parseArgs({ options: { brand: { type: 'string', default: 'svc' } } });
const brand = Object.values(serverBrands).find(({ name }) => name === values.brand);
if (!brand) {
  console.error(`--brand is ${values.brand}; it is one of ${Object.keys(serverBrands).join(', ')}`);
  process.exit(2);
}
console.log(JSON.stringify(buildOpenApi({ version, brand }), undefined, 2));
