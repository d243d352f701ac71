import { initials } from '../../domain/words/initials.ts';
import './initials.css';

type InitialsProps = {
  name: string;
  /** Empty if text nearby already says whose they are. */
  alt?: string;
  className?: string;
};

/** A person's initials in place of a photograph. */
export function Initials({ name, alt = '', className = '' }: InitialsProps) {
  return (
    <span
      className={`avatar initials ${className}`}
      data-initials={initials(name)}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    />
  );
}
