import { namingRefusals } from '../../domain/refusals/naming.ts';
import { sayFailure } from '../../lib/say-failure.ts';

/** The sentence that tells why naming a second person, or accepting, failed. Apart, because few members share a pack. */
export const sayNamingFailure = (error: unknown) => sayFailure(error, namingRefusals);
