/** The words of a member's name: `flights.origin_city` is `Origin city`. */
export function wordsOf(member: string): string {
  const words = (member.split('.').at(-1) ?? member).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
