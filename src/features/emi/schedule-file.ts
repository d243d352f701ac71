import type { Loan, LoanStage } from '../../domain/loans/loan.ts';

const stages: Record<LoanStage, string> = { study: 'Study', grace: 'Grace', emi: 'EMI' };

const headings = ['Month', 'Stage', 'Payment (Rs)', 'Interest (Rs)', 'Principal (Rs)', 'Owed (Rs)'];

/**
 * One cell of a CSV file (RFC 4180). A spreadsheet would calculate a text that begins like a formula, so it
 * gets an apostrophe; numbers stay numbers (reliability D13).
 */
export function csvCell(content: string | number): string {
  if (typeof content === 'number') return String(content);
  const harmless = /^[=+\-@\t\r\n]/.test(content) ? `'${content}` : content;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Paise as rupees with two decimals: 2698700 gives '26987.00'. */
function rupees(paise: number): string {
  return `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
}

/** The schedule as a CSV file: a row for each month, in rupees to the paisa (§16.38). */
export function scheduleFile({ schedule }: Loan): string {
  const rows = schedule.map(({ month, stage, payment, interest, owed }) => [
    month,
    stages[stage],
    rupees(payment),
    rupees(interest),
    // While interest is only added, none of the loan is repaid.
    rupees(stage === 'emi' ? payment - interest : 0),
    rupees(owed),
  ]);
  return [headings, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
