package vitaran;

/** No answer within the timeout. */
public final class TimeoutException extends VitaranException {
  private static final long serialVersionUID = 1;

  TimeoutException(String message, ErrorFacts facts) {
    super(ErrorKind.TIMEOUT, message, facts);
  }
}
