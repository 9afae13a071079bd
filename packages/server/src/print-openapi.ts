import { buildOpenApi } from './http/openapi.ts';
import { version } from './version.ts';

/** `npm run openapi` prints the document of the API, without starting anything. */
console.log(JSON.stringify(buildOpenApi({ version }), undefined, 2));
