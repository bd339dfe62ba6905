// Tabs tell each other when someone logs in or out.
type News = "logged-in" | "logged-out";

const name = "vitaran-session";

/** To be called when a log-in or log-out has succeeded. */
export function announceSession(news: News): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(news);
  channel.close();
}

/** Hears what other tabs announce; returns a function that stops. */
export function hearSession(onNews: (news: News) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", (event) => onNews(event.data as News));
  return () => channel.close();
}
