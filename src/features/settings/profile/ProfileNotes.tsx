import type { SaveStep } from './save-profile.ts';

const stepLabels: Record<SaveStep, string> = {
  details: 'Saving your details',
  picture: 'Uploading your picture',
};

/** Says that unsaved text from before is in the form again (A4). */
export function KeptDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="notice notice-calm">
      <p>We kept what you typed here before and did not save. A picture has to be chosen again.</p>
      <button type="button" className="link" onClick={onDiscard}>
        Discard it
      </button>
    </div>
  );
}

export function SavingStep({ step }: { step: SaveStep }) {
  return (
    <p className="grid gap-1 text-muted">
      {stepLabels[step]}
      <progress className="w-full" aria-label={stepLabels[step]} />
    </p>
  );
}
