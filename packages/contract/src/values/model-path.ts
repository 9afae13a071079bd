import { MAX_PATH_LENGTH, MAX_PATH_PART_BYTES } from '../limits.ts';

/** Characters that HFS+ leaves out of names, so that a name with them could be `.git` there. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/**
 * The folder of git's own, as NTFS reads its name: short, with trailing dots and spaces, or with the name of a stream.
 */
const GIT_FOLDER_ON_NTFS = /^(\.git|git~\d+)[. ]*(:.*)?$/i;

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).byteLength;

/**
 * Why a path cannot be that of a model file; undefined for one that can: relative, without a part that climbs or is
 * git's own on any file system, and within the limits of length. The reason goes on from "the path … cannot be used: ".
 */
export function faultOfModelPath(path: string): string | undefined {
  if (path === '') return 'it is empty';
  // What git has in other bytes than those of UTF-8 is read with replacement characters.
  if (!path.isWellFormed() || path.includes('\ufffd')) return 'it is not well-formed Unicode';
  if (bytesOf(path) > MAX_PATH_LENGTH) return `it is longer than ${MAX_PATH_LENGTH} bytes`;
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'it is absolute';
  if (path.includes('\\')) return 'it holds a backslash';
  if (/\p{Cc}/u.test(path)) return 'it holds a control character';
  for (const part of path.split('/')) {
    const fault = faultOfPart(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfPart(part: string): string | undefined {
  if (part === '') return 'one of its parts is empty';
  if (part === '.' || part === '..') return `it holds the part ${part}`;
  if (bytesOf(part) > MAX_PATH_PART_BYTES)
    return `one of its parts is longer than ${MAX_PATH_PART_BYTES} bytes`;
  if (GIT_FOLDER_ON_NTFS.test(part.replaceAll(IGNORED_BY_HFS, ''))) return 'it names the folder of git';
  return undefined;
}
