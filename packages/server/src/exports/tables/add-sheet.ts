import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRaw } from 'node:zlib';

/*
 * Puts a small sheet behind those of a workbook that is written: the library writes one table as a stream, and nothing beside it. An XLSX
 * file is a ZIP archive with its directory at the end, and the parts that name the sheets stand right before it. So only the last
 * kilobytes are written anew, however large the table is. @see APPNOTE.TXT of PKWARE, ECMA-376 part 1
 */

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Signatures and fixed lengths of the records of an archive. */
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const END = { signature: 0x06054b50, bytes: 22 };
/** Names are UTF-8. */
const UTF8 = 0x0800;
const DEFLATED = 8;

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const TYPES = '[Content_Types].xml';

/** A part as the directory lists it. */
interface Entry {
  readonly name: string;
  /** Of its record in the file. */
  readonly offset: number;
  readonly compressedBytes: number;
  readonly method: number;
  /** Its line of the directory, as it is. */
  readonly line: Buffer;
}

/** A small sheet: every cell is a text. */
export interface TextSheet {
  /** A name that Excel takes; one that the workbook has already gets a number. */
  readonly name: string;
  /** Of at most 26 cells. */
  readonly lines: readonly (readonly string[])[];
}

/**
 * Adds a sheet behind the last one.
 *
 * @param file open for reading and writing; a workbook of `writeXlsxStream` of less than 4 GiB
 * @throws an error for another file, which is left as it is
 */
export async function addSheet(file: FileHandle, { name, lines }: TextSheet): Promise<void> {
  const entries = await readDirectory(file);
  const from = Math.min(...[WORKBOOK, RELATIONS, TYPES].map((part) => entryOf(entries, part).offset));
  const kept = entries.filter(({ offset }) => offset < from);
  const moved = entries.filter(({ offset }) => offset >= from);
  const texts = new Map<string, string>();
  for (const entry of moved) texts.set(entry.name, await readPart(file, entry));
  const path = `worksheets/sheet${1 + entries.filter(({ name: of }) => of.startsWith('xl/worksheets/')).length}.xml`;
  const parts = [
    [`xl/${path}`, sheetXml(lines)] as const,
    ...[...texts].map(([part, text]) => [part, withSheet(part, text, { name, path })] as const),
  ];
  const records: Buffer[] = [];
  const directory = kept.map(({ line }) => line);
  let at = from;
  for (const [part, text] of parts) {
    const { record, line } = await writePart(part, text, at);
    records.push(record);
    directory.push(line);
    at += record.byteLength;
  }
  const tail = Buffer.concat([...records, ...directory, endOf(directory, at)]);
  await file.truncate(from);
  let written = 0;
  // A disk without room takes a part without an error.
  while (written < tail.byteLength)
    written += (await file.write(tail, written, tail.byteLength - written, from + written)).bytesWritten;
}

/** Lists the parts of an archive. @throws where it is none that this module knows */
async function readDirectory(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  const end = await readAt(file, size - END.bytes, END.bytes);
  if (end.readUInt32LE(0) !== END.signature) throw new Error('The file is no archive without a comment');
  const [bytes, offset] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  if (offset === 0xffff_ffff) throw new Error('The archive is too large');
  const directory = await readAt(file, offset, bytes);
  const entries: Entry[] = [];
  for (let at = 0; at < bytes;) {
    if (directory.readUInt32LE(at) !== ENTRY.signature) throw new Error('The directory is broken');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    );
    const length = ENTRY.bytes + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
    const line = directory.subarray(at, at + length);
    entries.push({
      name: line.toString('utf8', ENTRY.bytes, ENTRY.bytes + (nameBytes ?? 0)),
      offset: line.readUInt32LE(42),
      compressedBytes: line.readUInt32LE(20),
      method: line.readUInt16LE(10),
      line,
    });
    at += length;
  }
  return entries;
}

function entryOf(entries: readonly Entry[], name: string): Entry {
  const found = entries.find((entry) => entry.name === name);
  if (!found) throw new Error(`The workbook has no ${name}`);
  return found;
}

async function readPart(file: FileHandle, { offset, compressedBytes, method }: Entry): Promise<string> {
  const head = await readAt(file, offset, LOCAL.bytes);
  const start = offset + LOCAL.bytes + head.readUInt16LE(26) + head.readUInt16LE(28);
  const content = await readAt(file, start, compressedBytes);
  return (method === DEFLATED ? await inflate(content) : content).toString();
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, length));
  const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, Math.max(0, position));
  if (bytesRead < bytes.byteLength) throw new Error('The archive ends too early');
  return bytes;
}

/** A part as the archive has it, and its line of the directory. */
async function writePart(
  name: string,
  text: string,
  offset: number,
): Promise<{ record: Buffer; line: Buffer }> {
  const [path, content] = [Buffer.from(name), Buffer.from(text)];
  const packed = await deflate(content);
  // What both records say: version, flags, method, time and day, checksum, both sizes, length of the name, no more
  // fields.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(UTF8, 2);
  shared.writeUInt16LE(DEFLATED, 4);
  // The first day of MS-DOS.
  shared.writeUInt16LE(0x21, 8);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(packed.byteLength, 14);
  shared.writeUInt32LE(content.byteLength, 18);
  shared.writeUInt16LE(path.byteLength, 22);
  const local = Buffer.alloc(4);
  local.writeUInt32LE(LOCAL.signature);
  const entry = Buffer.alloc(6);
  entry.writeUInt32LE(ENTRY.signature);
  entry.writeUInt16LE(20, 4);
  // Comment, disk and attributes are none.
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return {
    record: Buffer.concat([local, shared, path, packed]),
    line: Buffer.concat([entry, shared, place, path]),
  };
}

/** The record behind the directory, which stands at a place of the file. */
function endOf(directory: readonly Buffer[], at: number): Buffer {
  const end = Buffer.alloc(END.bytes);
  end.writeUInt32LE(END.signature);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, line) => sum + line.byteLength, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return end;
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
/** No relation of the library is called so. */
const RELATION = 'rIdAdded';

/** A part that names the sheets, with one more; another part as it is. */
function withSheet(part: string, text: string, { name, path }: { name: string; path: string }): string {
  if (part === WORKBOOK) {
    const free = freeName(
      name,
      new Set([...text.matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(([, of = '']) => of)),
    );
    const id = text.split('<sheet ').length;
    return before(text, '</sheets>', `<sheet name="${free}" sheetId="${id}" r:id="${RELATION}"/>`);
  }
  if (part === RELATIONS)
    return before(
      text,
      '</Relationships>',
      `<Relationship Id="${RELATION}" Type="${OFFICE}/worksheet" Target="${path}"/>`,
    );
  if (part === TYPES)
    return before(text, '</Types>', `<Override PartName="/xl/${path}" ContentType="${CONTENT_TYPE}"/>`);
  return text;
}

function before(text: string, end: string, added: string): string {
  const at = text.lastIndexOf(end);
  if (at === -1) throw new Error(`The workbook has no ${end}`);
  return text.slice(0, at) + added + text.slice(at);
}

/** Excel takes no two sheets of one name, in whatever case. Names are as XML has them. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const lower = new Set([...taken].map((one) => one.toLowerCase()));
  const wanted = escapeXml(name);
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? wanted : `${wanted} (${number})`;
    if (!lower.has(tried.toLowerCase())) return tried;
  }
}

/** Texts within their cells, which no program takes for formulas. */
function sheetXml(lines: TextSheet['lines']): string {
  const cell = (text: string, place: string) =>
    `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  const rows = lines.map((line, index) => {
    const cells = line.map((text, column) => cell(text, `${String.fromCodePoint(65 + column)}${index + 1}`));
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    `<worksheet xmlns="${SPREADSHEET}"><cols><col min="1" max="1" width="28" customWidth="1"/>` +
    `<col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without the signs that XML has no way to write. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
