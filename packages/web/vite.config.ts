import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, defineConfig, type Plugin } from 'vite';

const output = join(import.meta.dirname, 'dist');

export default defineConfig({
  plugins: [react(), hostSdk(), compressed()],
  build: {
    outDir: output,
    target: 'es2023',
    rolldownOptions: {
      input: {
        console: join(import.meta.dirname, 'index.html'),
        embed: join(import.meta.dirname, 'embed.html'),
      },
    },
    chunkSizeWarningLimit: 1200,
  },
});

/** The host SDK as one module of its own: host pages on other origins load it by its address. */
function hostSdk(): Plugin {
  return {
    name: 'oriel-host-sdk',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          outDir: join(output, 'sdk'),
          emptyOutDir: true,
          target: 'es2022',
          lib: {
            entry: join(import.meta.dirname, '../embed/src/index.ts'),
            formats: ['es'],
            fileName: () => 'sdk.js',
          },
        },
      });
    },
  };
}

/** A compressed copy beside each file, so that the server compresses nothing while it serves. */
function compressed(): Plugin {
  return {
    name: 'oriel-compressed',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const files = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
          /\.(js|css|svg)$/.test(name),
        );
        for (const name of files) {
          const content = readFileSync(join(output, name));
          writeFileSync(
            join(output, `${name}.br`),
            brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
          );
          writeFileSync(join(output, `${name}.gz`), gzipSync(content, { level: 9 }));
        }
      },
    },
  };
}
