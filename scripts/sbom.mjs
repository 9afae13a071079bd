// Prints the software bill of materials of the product (CycloneDX 1.5, JSON): `npm run --silent sbom > sbom.json`.
// npm writes it from the lockfile; tools, tests, examples and benchmarks are left out.
import { spawnSync } from 'node:child_process';
import { productWorkspaces } from './licences/packages.mjs';
import { root } from './setup.mjs';

const { stdout, stderr, status } = spawnSync(
  'npm',
  [
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--loglevel=error',
    ...productWorkspaces.map((path) => `--workspace=${path}`),
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, shell: process.platform === 'win32' },
);
if (status !== 0) {
  console.error(`oriel: npm cannot write the bill of materials: ${stderr}`);
  process.exit(1);
}
const document = JSON.parse(stdout);
document.metadata.component.name = 'oriel'; // npm takes the name of the folder
console.log(JSON.stringify(document, null, 2));
