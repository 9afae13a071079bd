import { isAppFileName } from '@oriel/contract/app-files';
import { MAX_APP_FILE_BYTES } from '@oriel/contract/limits';
import { t } from '../../messages/console-texts.ts';

/** What became of files that were uploaded. */
interface Uploads {
  texts: { name: string; content: string }[];
  /** A sentence for each that was not taken. */
  problems: string[];
}

/** Reads files as texts, which is all that an app is made of. */
export async function readUploads(files: readonly File[]): Promise<Uploads> {
  const uploads: Uploads = { texts: [], problems: [] };
  for (const file of files) {
    const { name } = file;
    if (!isAppFileName(name)) uploads.problems.push(t('appEditor.badName', { name }));
    else if (file.size > MAX_APP_FILE_BYTES)
      uploads.problems.push(
        t('appEditor.tooLarge', {
          name,
          kilobytes: kilobytes(file.size),
          limit: kilobytes(MAX_APP_FILE_BYTES),
        }),
      );
    else {
      const content = textOf(await file.arrayBuffer());
      if (content === undefined) uploads.problems.push(t('appEditor.notText', { name }));
      else uploads.texts.push({ name, content });
    }
  }
  return uploads;
}

/** Undefined for what is no text. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    // Not UTF-8, such as a picture.
    return undefined;
  }
}

/** So that what is too large by a byte is told as larger. */
export const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024);
