const fieldsOf = (form: Element | null | undefined) => [
  ...(form?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? []),
];

/**
 * A ref for the first element of a form. If the form takes the place of one that still waits to be hydrated, because
 * React renders an island that was translated anew (§12.54), what was typed and chosen there is here before the fields
 * are registered, and so is the focus.
 */
export function takesOver(legend: string) {
  const waiting = document.querySelector<HTMLButtonElement>(`[data-waiting="${legend}"]`);
  const typed = fieldsOf(waiting?.form);
  const { activeElement } = document;
  return (first: HTMLElement | null) => {
    for (const [index, was] of typed.entries()) {
      const field = fieldsOf(first?.parentElement)[index];
      if (!field) return;
      field.value ||= was.value;
      field.checked ||= was.checked;
      if (was === activeElement) field.focus();
    }
  };
}
