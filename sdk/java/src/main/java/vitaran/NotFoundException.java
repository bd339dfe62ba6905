package vitaran;

/** There is nothing of this id (404). */
public final class NotFoundException extends VitaranException {
  private static final long serialVersionUID = 1;

  NotFoundException(String message, ErrorFacts facts) {
    super(ErrorKind.NOT_FOUND, message, facts);
  }
}
