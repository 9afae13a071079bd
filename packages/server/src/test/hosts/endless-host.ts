import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A git host that answers with refs and never stops. */
interface EndlessHost {
  readonly url: string;
  sentBytes(): number;
  close(): Promise<void>;
}

/** Starts it with the certificate in a folder. */
export async function startEndlessHost(folder: string): Promise<EndlessHost> {
  let bytes = 0;
  const head = '001e# service=git-upload-pack\n0000';
  const refs = Array.from({ length: 2_000 }, (_, index) => {
    const line = `${'a'.repeat(40)} refs/heads/${'b'.repeat(200)}${index}\n`;
    return (line.length + 4).toString(16).padStart(4, '0') + line;
  }).join('');
  const server = createServer(
    { cert: await readFile(join(folder, 'cert.pem')), key: await readFile(join(folder, 'key.pem')) },
    (_request, reply) => {
      reply.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      reply.write(head);
      const send = () => {
        if (reply.destroyed) return;
        bytes += refs.length;
        if (reply.write(refs)) setImmediate(send);
        else reply.once('drain', send);
      };
      send();
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    sentBytes: () => bytes,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
