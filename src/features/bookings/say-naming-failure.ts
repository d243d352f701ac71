import { namingRefusals } from '../../domain/refusals/naming.ts';
import { sayFailure } from '../../lib/say-failure.ts';

/** Says why naming a second person, or accepting, failed. In its own file, because few members share a pack. */
export const sayNamingFailure = (error: unknown) => sayFailure(error, namingRefusals);
