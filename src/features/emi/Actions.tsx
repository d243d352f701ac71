import download from '../../assets/icons/download.svg?raw';
import link from '../../assets/icons/link.svg?raw';
import { inTime } from '../../domain/in-time.ts';
import type { Loan } from '../../domain/loans/loan.ts';
import { CopyLink } from '../ui/CopyLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PressFailure } from '../ui/PressFailure.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { usePress } from '../ui/use-press.ts';
import { queryOf } from './address.ts';
import type { Figures } from './figures.ts';

type ActionsProps = { figures: Figures; loan: Loan };

async function downloadSchedule({ figures, loan }: ActionsProps): Promise<undefined> {
  const [{ saveBytes }, { scheduleFile }] = await inTime(
    Promise.all([import('../../lib/save-bytes.ts'), import('./schedule-file.ts')]),
  );
  const { amount, rate, term } = figures;
  const file = new Blob([scheduleFile(loan)], { type: 'text/csv;charset=utf-8' });
  await saveBytes(file, `emi-schedule-${amount}-at-${rate}-for-${term}-months.csv`);
}

/** The buttons 'Download the schedule' and 'Copy the link'. */
export function Actions(props: ActionsProps) {
  const hydrated = useHydrated();
  const { result, press } = usePress(downloadSchedule);
  return (
    <div className="emi-actions no-print flex flex-wrap gap-3">
      <button
        type="button"
        className="button button-quiet"
        disabled={!hydrated}
        onClick={() => press(props)}
      >
        <Icon svg={download} /> Download the schedule
      </button>
      <PressFailure result={result} />
      <CopyLink
        className="button button-quiet"
        disabled={!hydrated}
        link={() => `${location.origin}${location.pathname}${queryOf(props.figures)}`}
        done="Link copied. It opens this page with your figures."
      >
        <Icon svg={link} /> Copy the link
      </CopyLink>
    </div>
  );
}
