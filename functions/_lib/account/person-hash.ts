import { createHmac } from 'node:crypto';

/** What a person may have once: the free interview, by each of what identifies the person, or the use of a code. */
type Once = `free interview ${'address' | 'phone' | 'domain'}` | `discount code ${string}`;

/** A hash that reveals nothing about the person without the secret. Hashes for different things never match. */
export function personHash(once: Once, person: string, secret: string): string {
  return createHmac('sha256', secret).update(`${once} ${person}`).digest('hex');
}
