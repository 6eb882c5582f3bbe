import { useEffect, useState } from "react";

/**
 * Asks whenever `key` changes, and keeps the last answer meanwhile. A newer question aborts an older one.
 * @param ask takes a signal, and returns a promise
 * @returns {{ answer: any, error: Error | null }}
 */
export function useAnswer(ask, key) {
  const [state, setState] = useState({ answer: null, error: null });
  useEffect(() => {
    const abort = new AbortController();
    ask(abort.signal)
      .then((answer) => setState({ answer, error: null }))
      .catch((error) => abort.signal.aborted || setState({ answer: null, error }));
    return () => abort.abort();
  }, [key]);
  return state;
}
