/** An error whose message is a sentence for the person who pressed the button. */
export class ToldError extends Error {
  override readonly name = 'ToldError';
}
