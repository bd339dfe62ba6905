// Tells other tabs when someone logs in or out.
type News = "logged-in" | "logged-out";

const name = "vitaran-session";

/** Call this after a successful log-in or log-out. */
export function announceSession(news: News): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(news);
  channel.close();
}

/** Listens to other tabs, and returns a function that stops listening. */
export function hearSession(onNews: (news: News) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", (event) => onNews(event.data as News));
  return () => channel.close();
}
