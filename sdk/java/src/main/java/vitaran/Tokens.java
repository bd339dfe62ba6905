package vitaran;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Bearer tokens: one at a time for the whole client, renewed once however many threads need it. */
final class Tokens {
  /** @param endsAt by this machine's clock */
  record Token(String text, Instant endsAt) {}

  /** A token this close to its end is renewed before it is used; tokens last 600 seconds. */
  private static final Duration RENEW_BEFORE = Duration.ofSeconds(60);

  private final Supplier<Token> ask;
  private Token current;
  private CompletableFuture<Token> asking;

  /** @param ask asks the server for a new token */
  Tokens(Supplier<Token> ask) {
    this.ask = ask;
  }

  /** A token that lasts for the coming call. */
  String take() {
    CompletableFuture<Token> renewal;
    boolean isMine;
    synchronized (this) {
      if (current != null && Instant.now().isBefore(current.endsAt().minus(RENEW_BEFORE))) return current.text();
      isMine = asking == null;
      if (isMine) asking = new CompletableFuture<>();
      renewal = asking;
    }
    return isMine ? renew(renewal) : await(renewal);
  }

  /** A token other than this one, which the server did not take. */
  String replace(String refused) {
    synchronized (this) {
      if (current != null && current.text().equals(refused)) current = null;
    }
    return take();
  }

  private String renew(CompletableFuture<Token> renewal) {
    try {
      Token token = ask.get();
      finish(token);
      renewal.complete(token);
      return token.text();
    } catch (RuntimeException | Error failed) {
      finish(null);
      renewal.completeExceptionally(failed);
      throw failed;
    }
  }

  private synchronized void finish(Token token) {
    current = token;
    asking = null;
  }

  private static String await(CompletableFuture<Token> renewal) {
    try {
      return renewal.join().text();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof VitaranException error) throw error;
      throw failed;
    }
  }
}
