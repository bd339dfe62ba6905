package vitaran;

/** Refused by the library itself, before anything was sent; {@code field} names what is wrong. */
public final class InvalidInputException extends VitaranException {
  private static final long serialVersionUID = 1;

  private final String field;

  InvalidInputException(String message, String field) {
    super(ErrorKind.INVALID_INPUT, message, ErrorFacts.NONE);
    this.field = field;
  }

  public String field() {
    return field;
  }
}
