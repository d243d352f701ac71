import type { Loan, LoanStage } from '../../domain/loans/loan.ts';
import { csvFile } from '../../domain/words/csv.ts';

const stages: Record<LoanStage, string> = { study: 'Study', grace: 'Grace', emi: 'EMI' };

const headings = ['Month', 'Stage', 'Payment (Rs)', 'Interest (Rs)', 'Principal (Rs)', 'Owed (Rs)'];

/** Writes paise as rupees with two decimals: 2698700 gives '26987.00'. */
function rupees(paise: number): string {
  return `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
}

/** The schedule as a CSV file with one row per month, in rupees to the paisa (§16.38). */
export function scheduleFile({ schedule }: Loan): string {
  const rows = schedule.map(({ month, stage, payment, interest, owed }) => [
    month,
    stages[stage],
    rupees(payment),
    rupees(interest),
    // Before EMIs start, payments cover only interest and do not repay the loan itself.
    rupees(stage === 'emi' ? payment - interest : 0),
    rupees(owed),
  ]);
  return csvFile([headings, ...rows]);
}
