package vitaran;

/** The key pair is right and may not do this: IP address, switched off features (403). */
public final class ForbiddenException extends VitaranException {
  private static final long serialVersionUID = 1;

  ForbiddenException(String message, ErrorFacts facts) {
    super(ErrorKind.FORBIDDEN, message, facts);
  }
}
