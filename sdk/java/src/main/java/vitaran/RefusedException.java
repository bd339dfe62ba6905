package vitaran;

/** The server has looked at it and said no, and says why (400, 412, 413, 422). */
public final class RefusedException extends VitaranException {
  private static final long serialVersionUID = 1;

  RefusedException(String message, ErrorFacts facts) {
    super(ErrorKind.REFUSED, message, facts);
  }
}
