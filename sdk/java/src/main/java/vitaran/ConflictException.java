package vitaran;

/** The id is in use for something else (409). */
public final class ConflictException extends VitaranException {
  private static final long serialVersionUID = 1;

  ConflictException(String message, ErrorFacts facts) {
    super(ErrorKind.CONFLICT, message, facts);
  }
}
