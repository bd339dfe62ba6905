package vitaran;

/** What the library throws. Every exception says whether the order may have been taken. */
public class VitaranException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** How far a call had come: what failed before it was sent cannot have been acted on. */
  enum Stage {
    TOKEN,
    CONNECTING,
    SENT
  }

  private final ErrorKind kind;
  private final transient ErrorFacts facts;
  private transient volatile Stage stage = Stage.SENT;

  VitaranException(ErrorKind kind, String message, ErrorFacts facts) {
    super(message, facts.cause());
    this.kind = kind;
    this.facts = facts;
  }

  /** The exception of a kind, as the class that callers catch. */
  static VitaranException of(ErrorKind kind, String message, ErrorFacts facts) {
    return switch (kind) {
      case AUTHENTICATION -> new AuthenticationException(message, facts);
      case FORBIDDEN -> new ForbiddenException(message, facts);
      case NOT_FOUND -> new NotFoundException(message, facts);
      case CONFLICT -> new ConflictException(message, facts);
      case REFUSED -> new RefusedException(message, facts);
      case RATE_LIMITED -> new RateLimitedException(message, facts);
      case SERVER -> new ServerException(message, facts);
      case CONNECTION -> new ConnectionException(message, facts);
      case TIMEOUT -> new TimeoutException(message, facts);
      case OUTCOME_UNKNOWN -> new OutcomeUnknownException(message, facts);
      case INVALID_INPUT, SIGNATURE -> new VitaranException(kind, message, facts);
    };
  }

  VitaranException at(Stage reached) {
    stage = reached;
    return this;
  }

  Stage stage() {
    return stage;
  }

  ErrorFacts facts() {
    return facts == null ? ErrorFacts.NONE : facts;
  }

  public ErrorKind kind() {
    return kind;
  }

  /** The verb that was called: {@code transfers.create}. */
  public String verb() {
    return facts().verb();
  }

  /** Three digits; null where no envelope came. */
  public String subCode() {
    return facts().subCode();
  }

  /** Null where no answer came. */
  public Integer httpStatus() {
    return facts().httpStatus();
  }

  /** The id under which the server has logged the call; null where nothing was sent. */
  public String requestId() {
    return facts().requestId();
  }

  /** Whether the server may have acted on the call. Unknown is never failed. */
  public boolean outcomeUnknown() {
    return kind == ErrorKind.OUTCOME_UNKNOWN;
  }

  /** Seconds after which the server asks to be called again; null where it did not. */
  public Long retryAfterSeconds() {
    return facts().retryAfterSeconds();
  }
}
