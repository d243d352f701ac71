const fieldsOf = (part: ParentNode | null | undefined) => [
  ...(part?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? []),
];

/**
 * A ref for the first element of a form or part. If that takes the place of one that still waits to be hydrated, because
 * React renders an island that was translated anew (§12.54), what was typed and chosen there is here before the fields
 * are registered, and so is the focus.
 */
export function takesOver(waiting: ParentNode | null | undefined) {
  const typed = fieldsOf(waiting);
  const { activeElement } = document;
  return (first: HTMLElement | null) => {
    const fields = fieldsOf(first?.parentElement);
    for (const [index, was] of typed.entries()) {
      const field = fields[index];
      if (!field) return;
      if (was.value !== was.defaultValue && was.value !== field.value) field.value = was.value;
      field.checked ||= was.checked;
      if (was === activeElement) field.focus();
    }
  };
}
