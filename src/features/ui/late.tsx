import { lazy, type ComponentType } from 'react';
import { inTime } from '../../domain/in-time.ts';
import { notLoaded } from '../../lib/service-errors.ts';

const NotLoaded = () => (
  <p role="alert" className="notice">
    {notLoaded()}
  </p>
);

/**
 * A part of a page that is downloaded separately. If it has not arrived after 10 s, a message takes its place (§12.56).
 */
export const late = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) =>
  lazy(() =>
    inTime(load()).catch((): { default: ComponentType<Props> } => ({ default: NotLoaded })),
  );
