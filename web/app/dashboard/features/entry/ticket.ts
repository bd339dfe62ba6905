// The ticket in the link of an e-mail. It is in the hash, so that no server and no log sees it.
import { useEffect, useState } from "react";

/**
 * Returns the ticket in the page's address and removes it from there, so that history and screenshots do not contain
 * it.
 */
export function useTicket(): string | undefined {
  const [ticket, setTicket] = useState(() => window.location.hash.slice(1));
  // If the page is already open, a link to it changes only the hash and loads nothing.
  useEffect(() => {
    const take = (): void => setTicket((before) => window.location.hash.slice(1) || before);
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  useEffect(() => {
    if (ticket === "") return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", pathname + search);
  }, [ticket]);
  return ticket === "" ? undefined : ticket;
}
