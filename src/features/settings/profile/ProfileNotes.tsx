import type { SaveStep } from './save-profile.ts';

const stepLabels: Record<SaveStep, string> = {
  details: 'Saving your details',
  picture: 'Uploading your picture',
};

/** Says that the form has unsaved text from an earlier visit (A4). */
export function KeptDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="notice notice-calm">
      <p>Your unsaved changes are still here. A picture has to be chosen again.</p>
      <button type="button" className="link" onClick={onDiscard}>
        Discard them
      </button>
    </div>
  );
}

/** The part of the profile that is being saved. */
export function SavingStep({ step }: { step: SaveStep }) {
  return (
    <p className="grid gap-1 text-muted">
      {stepLabels[step]}
      <progress className="w-full" aria-label={stepLabels[step]} />
    </p>
  );
}
