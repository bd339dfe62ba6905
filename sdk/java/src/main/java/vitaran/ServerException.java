package vitaran;

/** The server could not answer (5xx, subCode 520) something that changes nothing. */
public final class ServerException extends VitaranException {
  private static final long serialVersionUID = 1;

  ServerException(String message, ErrorFacts facts) {
    super(ErrorKind.SERVER, message, facts);
  }
}
