/**
 * A filter of system calls for the processes of a sandbox: none makes a socket, so none reaches a network, nor a
 * service of the machine that listens on a file or on an abstract name. Pairs of streams, which are connected to each
 * other alone, are made.
 */

/** The numbers of system calls by architecture, from `asm/unistd.h`; `arch` is its `AUDIT_ARCH` of `linux/audit.h`. */
const ARCHITECTURES: Readonly<Record<string, { arch: number; refused: number[]; socketpair: number }>> = {
  // socket, connect, bind, listen, and io_uring: its requests pass by filters.
  x64: { arch: 0xc000003e, refused: [41, 42, 49, 50, 425, 426, 427], socketpair: 53 },
  arm64: { arch: 0xc00000b7, refused: [198, 203, 200, 201, 425, 426, 427], socketpair: 199 },
};

/** Offsets in `struct seccomp_data`; of an argument the lower half, both architectures being little-endian. */
const [NUMBER, ARCH, TYPE_OF_SOCKET] = [0, 4, 16 + 8];
/** Instructions of classic BPF. */
const [LOAD, IF_EQUAL, IF_AT_LEAST, AND, RETURN] = [0x20, 0x15, 0x35, 0x54, 0x06];
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
/** With EPERM. */
const REFUSE = 0x00050001;
/** The calls of x32, which are the others by other numbers. */
const X32 = 0x40000000;
/** The bits of a socket's type without its flags, and a stream. */
const [TYPE_BITS, STREAM] = [0xf, 1];

/** The filter as bubblewrap reads it; undefined for a processor with system calls that are not known here. */
export function filterOfSockets(architecture: string = process.arch): Buffer | undefined {
  const known = ARCHITECTURES[architecture];
  if (!known) return undefined;
  const { arch, refused, socketpair } = known;
  return assemble([
    [LOAD, 0, 0, ARCH],
    [IF_EQUAL, 1, 0, arch],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    [IF_AT_LEAST, 0, 1, X32],
    [RETURN, 0, 0, REFUSE],
    ...refused.flatMap((number) => [
      [IF_EQUAL, 0, 1, number],
      [RETURN, 0, 0, REFUSE],
    ]),
    [IF_EQUAL, 0, 4, socketpair],
    [LOAD, 0, 0, TYPE_OF_SOCKET],
    [AND, 0, 0, TYPE_BITS],
    [IF_EQUAL, 1, 0, STREAM],
    [RETURN, 0, 0, REFUSE],
    [RETURN, 0, 0, ALLOW],
  ]);
}

/** `struct sock_filter` of each: operation, jumps where it is true and false, operand. */
function assemble(instructions: readonly (readonly number[])[]): Buffer {
  const program = Buffer.alloc(instructions.length * 8);
  for (const [index, [operation = 0, whenTrue = 0, whenFalse = 0, operand = 0]] of instructions.entries()) {
    program.writeUInt16LE(operation, index * 8);
    program.writeUInt8(whenTrue, index * 8 + 2);
    program.writeUInt8(whenFalse, index * 8 + 3);
    program.writeUInt32LE(operand, index * 8 + 4);
  }
  return program;
}
