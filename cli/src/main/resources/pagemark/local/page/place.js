// Where a page stands among all items. A page at a cursor has no number of its own: it has that of the page in which its first
// item is, so that people who read on see where they are.

/** The numbers of an answer's page with `number` and `from`, how many items stand before it; both null if nobody knows. */
export function placed(page) {
  const from = page.skip ?? (page.number === null ? null : (page.number - 1) * page.size);
  return { ...page, from, number: from === null ? null : Math.floor(from / page.size) + 1 };
}

/** The cursor at which Previous or Next has left this entry of the history; null if the address alone says what it shows. */
export const cursorHere = () => history.state?.cursor ?? null;

/** Leaves what the address says: the number of the page, whatever cursor led to it. */
export function forgetCursor() {
  if (cursorHere()) {
    history.replaceState(null, "");
  }
}
