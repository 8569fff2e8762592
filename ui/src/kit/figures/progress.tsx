// How far something is.

/** @param value from 0 to 1 */
export function ProgressBar({ label, value }: { label: string; value: number }) {
  const percent = Math.floor(Math.min(Math.max(value, 0), 1) * 100);
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}
