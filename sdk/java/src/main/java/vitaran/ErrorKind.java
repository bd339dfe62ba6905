package vitaran;

/** Stable names of what went wrong; the same in every language. */
public enum ErrorKind {
  INVALID_INPUT("invalid-input"),
  AUTHENTICATION("authentication"),
  FORBIDDEN("forbidden"),
  NOT_FOUND("not-found"),
  CONFLICT("conflict"),
  REFUSED("refused"),
  RATE_LIMITED("rate-limited"),
  SERVER("server"),
  CONNECTION("connection"),
  TIMEOUT("timeout"),
  OUTCOME_UNKNOWN("outcome-unknown"),
  SIGNATURE("signature");

  private final String text;

  ErrorKind(String text) {
    this.text = text;
  }

  /** The name that all client libraries share: {@code outcome-unknown}. */
  @Override
  public String toString() {
    return text;
  }

  /** The kind that a three-digit code stands for. */
  static ErrorKind ofCode(String code) {
    return switch (code) {
      case "401" -> AUTHENTICATION;
      case "403" -> FORBIDDEN;
      case "404" -> NOT_FOUND;
      case "409" -> CONFLICT;
      case "429" -> RATE_LIMITED;
      default -> code.startsWith("4") ? REFUSED : SERVER;
    };
  }
}
