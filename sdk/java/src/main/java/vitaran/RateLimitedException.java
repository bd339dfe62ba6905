package vitaran;

/** Too many calls in this minute (429); {@code retryAfterSeconds} says when to come again. */
public final class RateLimitedException extends VitaranException {
  private static final long serialVersionUID = 1;

  RateLimitedException(String message, ErrorFacts facts) {
    super(ErrorKind.RATE_LIMITED, message, facts);
  }
}
