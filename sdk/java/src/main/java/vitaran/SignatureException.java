package vitaran;

/** A webhook that was not signed with your secret, is too old, or cannot be read. */
public final class SignatureException extends VitaranException {
  private static final long serialVersionUID = 1;

  SignatureException(String message) {
    super(ErrorKind.SIGNATURE, message, ErrorFacts.NONE);
  }
}
