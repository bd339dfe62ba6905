package vitaran;

/** The key pair, or the signature of the caller, is not right (401). */
public final class AuthenticationException extends VitaranException {
  private static final long serialVersionUID = 1;

  AuthenticationException(String message, ErrorFacts facts) {
    super(ErrorKind.AUTHENTICATION, message, facts);
  }
}
