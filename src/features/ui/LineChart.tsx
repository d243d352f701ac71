import './line-chart.css';

// In SVG units. `edge` leaves room for the dots.
const size = { width: 160, height: 56, edge: 8 };

type LineChartProps = {
  name: string;
  /** The latest value, or what became of the first, shown beside the chart’s name. */
  latest: string;
  /** What screen readers announce instead of the drawing. */
  label: string;
  /** Two or more values, earliest first. */
  values: readonly number[];
  least: number;
  most: number;
};

/** A small chart of values in chronological order, for a list with the class `line-charts`. */
export function LineChart({ name, latest, label, values, least, most }: LineChartProps) {
  const { width, height, edge } = size;
  const yOf = (value: number) =>
    height - edge - ((value - least) * (height - 2 * edge)) / (most - least);
  const step = (width - 2 * edge) / (values.length - 1);
  const points = values.map((value, index) => ({ x: edge + index * step, y: yOf(value) }));
  return (
    <li className="self-end">
      <p className="grid">
        <span>{`${name} `}</span>
        <b className="bold text-ink">{latest}</b>
      </p>
      <svg className="w-full" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {[least, most].map((value) => (
          <line key={value} x1={0} x2={width} y1={yOf(value)} y2={yOf(value)} />
        ))}
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="4" />
        ))}
      </svg>
    </li>
  );
}
