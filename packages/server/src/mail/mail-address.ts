/** One address without a name, comment or list: what may stand in a header as it is. */
const ADDRESS = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\]+$/;

/** Whether mail can be sent to a text as it is. Whether anybody reads it, only the mail server knows. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}
