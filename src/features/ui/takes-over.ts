const fieldsOf = (part: ParentNode | null | undefined) => [
  ...(part?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? []),
];

/**
 * A ref for the first element of a form or part. If the browser has translated an island before hydration, React
 * renders the island anew (§12.54). The ref then copies what the visitor typed and chose from the old elements into the
 * new ones, before the fields are registered, and moves the focus.
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
