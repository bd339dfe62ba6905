package vitaran;

/** No connection, or it was cut. */
public final class ConnectionException extends VitaranException {
  private static final long serialVersionUID = 1;

  ConnectionException(String message, ErrorFacts facts) {
    super(ErrorKind.CONNECTION, message, facts);
  }
}
