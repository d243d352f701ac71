import * as v from 'valibot';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { consent, type Consent } from '../loans/consent-schema.ts';
import { closing } from './closing-store.ts';

const agreed = v.object({
  terms: v.array(v.object({ version: v.string(), accepted_at: v.string() })),
  shared_packs: v.array(v.string()),
  loan: v.array(consent),
});

/** Everything that the member has agreed to, as the database returns it. */
export type Agreed = v.InferOutput<typeof agreed>;

/** Loads what the member has agreed to (§18.46). */
export const consents = createMemberStore('consents', () => rpc('my_consents', {}, agreed));

/**
 * Withdraws a consent about the loan. Withdrawing the consent to the group means leaving the group (§18.47). Resolves
 * once the page shows the new state. Throws if the database refuses.
 */
export async function takeBack({ id, kind }: Consent): Promise<void> {
  try {
    await consents.change(() =>
      kind === 'loan_group'
        ? rpc('leave_loan_group', {}, v.unknown())
        : rpc('take_consent_back', { p_consent: id }, v.unknown()),
    );
  } finally {
    closing.refresh();
  }
}
