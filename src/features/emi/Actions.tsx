import download from '@tabler/icons/outline/download.svg?raw';
import link from '@tabler/icons/outline/link.svg?raw';
import type { Loan } from '../../domain/loans/loan.ts';
import { saveBytes } from '../../lib/save-bytes.ts';
import { CopyLink } from '../ui/CopyLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { queryOf } from './address.ts';
import type { Figures } from './figures.ts';
import { scheduleFile } from './schedule-file.ts';

type ActionsProps = { figures: Figures; loan: Loan };

function downloadSchedule({ figures: { amount, rate, term }, loan }: ActionsProps): void {
  const file = new Blob([scheduleFile(loan)], { type: 'text/csv;charset=utf-8' });
  saveBytes(file, `emi-schedule-${amount}-at-${rate}-for-${term}-months.csv`);
}

/** 'Download the schedule' and 'Copy the link'. */
export function Actions(props: ActionsProps) {
  const hydrated = useHydrated();
  return (
    <div className="emi-actions no-print flex flex-wrap gap-3">
      <button
        type="button"
        className="button button-quiet"
        disabled={!hydrated}
        onClick={() => downloadSchedule(props)}
      >
        <Icon svg={download} /> Download the schedule
      </button>
      <CopyLink
        className="button button-quiet"
        disabled={!hydrated}
        link={() => `${location.origin}${location.pathname}${queryOf(props.figures)}`}
        done="The link is copied. It opens this page with your figures."
      >
        <Icon svg={link} /> Copy the link
      </CopyLink>
    </div>
  );
}
