import { useId, type ReactNode, type RefObject } from 'react';
import { printPage } from '../../lib/save-bytes.ts';
import type { Elements } from './elements.ts';
import { PressButton } from './PressButton.tsx';
import './sheet.css';

type SheetProps = {
  ref: RefObject<HTMLDialogElement | null>;
  title: ReactNode;
  heading?: 'h2' | 'h3';
  /** True while the sheet must stay open. */
  busy?: boolean;
  /** True if the sheet has fields. A tap outside it must not discard typed text (§5.51). */
  hasFields?: boolean;
  className?: string;
  onClose?: () => void;
  children: Elements;
};

/** Opens a sheet and focuses its title, because the first button may be far below it. */
export function openSheet(sheet: RefObject<HTMLDialogElement | null>): void {
  sheet.current?.showModal();
  sheet.current?.querySelector<HTMLElement>('h2, h3')?.focus();
}

/** A modal dialog with a title; `openSheet` opens it. */
export function Sheet(props: SheetProps) {
  const { ref, title, heading: Heading = 'h2', className = '', onClose, children } = props;
  const { busy, hasFields } = props;
  const id = useId();
  return (
    <dialog
      ref={ref}
      className={`sheet ${className}`}
      aria-labelledby={id}
      closedby={busy ? 'none' : hasFields ? 'closerequest' : 'any'}
      onClose={onClose}
    >
      <Heading id={id} tabIndex={-1} className="text-2xl text-ink">
        {title}
      </Heading>
      {children}
    </dialog>
  );
}

type PrintSheetProps = SheetProps & {
  /** The next step, shown before 'Print'. */
  action?: Elements;
};

/** A sheet that can be printed without the rest of the page. */
export function PrintSheet({ action, children, ...sheet }: PrintSheetProps) {
  return (
    <Sheet heading="h3" {...sheet}>
      {children}
      <form method="dialog" className="form-buttons no-print mt-6 flex flex-wrap gap-3">
        {action}
        <PressButton className={action ? 'button button-quiet' : 'button'} work={printPage}>
          Print
        </PressButton>
        <button type="submit" className="button button-quiet">
          Close
        </button>
      </form>
    </Sheet>
  );
}
