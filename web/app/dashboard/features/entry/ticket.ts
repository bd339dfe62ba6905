// The ticket that a link of an e-mail carries behind its #, where no server and no log sees it.
import { useEffect, useState } from "react";

/** The ticket of this page's address, which is then taken out of it: history and screenshots keep none. */
export function useTicket(): string | undefined {
  const [ticket, setTicket] = useState(() => window.location.hash.slice(1));
  // A link that is opened where its page stands already changes what is behind the # and loads nothing.
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
