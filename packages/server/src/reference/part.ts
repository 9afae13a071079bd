import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { registerReference } from './reference-routes.ts';

/** The reference of the API, as pages. */
export const referencePart = part({
  name: 'reference of the API',
  needs: { settings },
  make: ({ settings: { brand } }) => ({ pages: [(app) => registerReference(app, brand)] }),
});
