import { useId } from 'react';
import type { Loan } from '../../domain/loans/loan.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { Table } from '../ui/Table.tsx';
import { chartOf, chartSize, milestonesOf, yearsOf } from './chart.ts';
import type { Elements } from '../ui/elements.ts';

const { width, height, top, bottom } = chartSize;

const inFigures = (paise: number) => formatWholePaise(paise).replace('Rs ', '');

type OwedChartProps = {
  loan: Loan;
  /** In paise. */
  amount: number;
  /** Shown below the milestones. */
  children: Elements;
};

/** The debt over the years, as a chart and as a table (§16.38). */
export function OwedChart({ loan, amount, children }: OwedChartProps) {
  const id = useId();
  const milestones = milestonesOf(loan, amount);
  const { line, area, amounts, years, start } = chartOf(loan, amount);

  return (
    <figure className="emi-owed grid min-w-0">
      <figcaption>
        <h2 className="text-3xl">What you owe over the years</h2>
      </figcaption>
      <div className="emi-chart">
        <svg
          className="w-full"
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-text`}
        >
          <title id={`${id}-title`}>What you owe over the years, as a chart</title>
          <desc id={`${id}-text`}>
            {milestones.map(({ when, owed }) => `${when}: ${owed}.`).join(' ')}
          </desc>
          {start && (
            <rect
              className="emi-chart-wait"
              y={top - 32}
              width={start.x}
              height={bottom - top + 32}
            />
          )}
          <path d={area} fill="var(--color-marigold)" fillOpacity="0.28" />
          {amounts.map(({ at }) => (
            <line key={at} y1={at} x2={width} y2={at} stroke="var(--color-line)" />
          ))}
          <path className="emi-chart-line" d={line} />
          <line y1={bottom} x2={width} y2={bottom} stroke="var(--color-ink)" strokeWidth="2" />
          {years.map(({ at, text }) => (
            <text
              key={text}
              x={at}
              y={bottom}
              dy="1.4em"
              textAnchor={at === 0 ? 'start' : at > width - 12 ? 'end' : 'middle'}
            >
              {text}
            </text>
          ))}
          {start && (
            <>
              <line
                className="emi-chart-start"
                x1={start.x}
                y1={start.y}
                x2={start.x}
                y2={bottom}
              />
              <circle cx={start.x} cy={start.y} r="7" />
              <text
                className="emi-chart-note"
                x={start.x}
                y={top}
                dx={start.labelLeft ? '-0.9em' : '0.9em'}
                dy={start.raised ? '-1.5em' : '-0.5em'}
                textAnchor={start.labelLeft ? 'end' : 'start'}
              >
                {start.text}
              </text>
            </>
          )}
          {amounts.map(({ at, text, left, atEnd, below }) => (
            <text
              key={text}
              x={atEnd ? width : left}
              y={at}
              dy={below ? '1.25em' : '-0.4em'}
              textAnchor={atEnd ? 'end' : 'start'}
            >
              {text}
            </text>
          ))}
        </svg>
        <p className="mt-1 text-sm text-muted">Years since the loan was paid out</p>
        <details>
          <summary className="link">Year by year, as a table</summary>
          <Table
            className="emi-schedule"
            caption="In rupees, by year since the loan was paid out"
            captioned
            figures
            head={['Year', 'You pay', 'Interest', 'Still owed']}
            rows={yearsOf(loan).map(({ year, payment, interest, owed }) => [
              year,
              ...[payment, interest, owed].map(inFigures),
            ])}
          />
        </details>
      </div>
      <div className="emi-milestones grid gap-6">
        <dl>
          {milestones.map(({ when, owed }) => (
            <div key={when} className="flex items-baseline justify-between gap-4">
              <dt>{when}</dt>
              <dd className="font-display text-xl whitespace-nowrap text-ink">{owed}</dd>
            </div>
          ))}
        </dl>
        {children}
      </div>
    </figure>
  );
}
