import { readFileSync } from 'node:fs';

/**
 * A fresh process of the compile-model benchmark: `oriel` or `floor`, and a file with the model's files as JSON. Prints
 * the milliseconds from the first import to the compiled model, and of those what the imports took.
 */
const [way, path = ''] = process.argv.slice(2);
// The benchmark wrote it.
const files = JSON.parse(readFileSync(path, 'utf8')) as { path: string; content: string }[];

const started = performance.now();
const compile = way === 'floor' ? await readYaml() : await readModel();
const importMs = performance.now() - started;
compile();
console.log(JSON.stringify({ modelMs: performance.now() - started, importMs }));

async function readYaml(): Promise<() => void> {
  const { parse } = await import('yaml');
  return () => files.forEach(({ content }) => parse(content));
}

async function readModel(): Promise<() => void> {
  const { compileModel } = await import('@oriel/semantic/model');
  return () => {
    const compiled = compileModel(files);
    if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  };
}
