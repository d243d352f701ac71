/** An error whose message is a sentence for whoever pressed the button. */
export class ToldError extends Error {
  override readonly name = 'ToldError';
}
