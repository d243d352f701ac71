import { namingRefusals } from '../../domain/refusals/naming.ts';
import { sayFailure } from '../../lib/say-failure.ts';

/** The sentence that tells a buyer why naming a second person failed. Apart, because few members name someone. */
export const sayNamingFailure = (error: unknown) => sayFailure(error, namingRefusals);
